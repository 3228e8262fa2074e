import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { type Check, defineOptions, expected, optional } from '../../options/define-options.ts';
import type { ConfigContext } from './config-part.ts';

/**
 * The location of a secret: a variable of the environment, or a file, whose final line break is ignored. The
 * configuration never contains the secret itself.
 */
export type SecretLocation = { readonly env: string } | { readonly file: string };

const isName = (value: unknown): value is string => typeof value === 'string' && value !== '';
const aName: Check<string> = (value, name) => {
  if (isName(value)) return value;
  throw expected(name, 'text');
};
const readPlace = defineOptions<{ readonly env: string | undefined; readonly file: string | undefined }>({
  env: optional(aName),
  file: optional(aName),
});

/** Reads a secret from its location. Errors name the location, never the contents. */
export function readSecret(value: unknown, name: string, context: ConfigContext): string {
  if (typeof value === 'string') throw expected(name, whereNotWhat);
  const { env, file } = readPlace(value, name);
  if ((env === undefined) === (file === undefined)) throw expected(name, whereNotWhat);
  const text = env === undefined ? readText(file ?? '', name, context) : context.env[env];
  if (text) return text;
  throw expected(name, env === undefined ? `something in the file ${file}` : `the variable ${env} to be set`);
}

const whereNotWhat = "where it is, `{ env: 'NAME' }` or `{ file: 'PATH' }`, and not the secret itself";

function readText(file: string, name: string, { directory }: ConfigContext): string {
  try {
    return readFileSync(resolve(directory, file), 'utf8').replace(/\r?\n$/, '');
  } catch {
    throw expected(name, `a file ${file} that can be read`);
  }
}
