import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { type Check, defineOptions, expected, optional } from '../../http/define-options.ts';

/**
 * Where a secret is: in a variable of the environment, or in a file, of which the end of its last line does not count. A
 * configuration does not hold it itself.
 */
export type Secret = { readonly env: string } | { readonly file: string };

/** Where secrets come from. */
export interface SecretSources {
  readonly env: NodeJS.ProcessEnv;
  /** Where the paths of files begin. */
  readonly directory: string;
}

const isName = (value: unknown): value is string => typeof value === 'string' && value !== '';
const aName: Check<string> = (value, name) => {
  if (isName(value)) return value;
  throw expected(name, 'text');
};
const readPlace = defineOptions<{ readonly env: string | undefined; readonly file: string | undefined }>({
  env: optional(aName),
  file: optional(aName),
});

/** Reads a secret from its place. Errors name the place, never what is in it. */
export function secretFrom(sources: SecretSources): Check<string> {
  return (value, name) => {
    if (typeof value === 'string') throw expected(name, whereNotWhat);
    const { env, file } = readPlace(value, name);
    if ((env === undefined) === (file === undefined)) throw expected(name, whereNotWhat);
    const text = env === undefined ? readText(file ?? '', name, sources) : sources.env[env];
    if (text) return text;
    throw expected(
      name,
      env === undefined ? `something in the file ${file}` : `the variable ${env} to be set`,
    );
  };
}

const whereNotWhat = "where it is, `{ env: 'NAME' }` or `{ file: 'PATH' }`, and not the secret itself";

function readText(file: string, name: string, { directory }: SecretSources): string {
  try {
    return readFileSync(resolve(directory, file), 'utf8').replace(/\r?\n$/, '');
  } catch {
    throw expected(name, `a file ${file} that can be read`);
  }
}
