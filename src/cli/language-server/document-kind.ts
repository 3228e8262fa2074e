import { extname } from 'node:path';
import type { OutputName } from '../../output/output.ts';
import { outputs } from '../../output/outputs.ts';
import { isConfigName } from '../sources/read-source.ts';

/** How a document is read: as a bare template, or as a file of this name. */
export type DocumentKind =
  | { readonly kind: 'template'; readonly output: OutputName | undefined }
  | { readonly kind: 'config'; readonly name: string };

/** What editors call the languages of files that may be configurations. */
const extensions: Readonly<Record<string, string>> = {
  json: '.json',
  jsonc: '.jsonc',
  yaml: '.yaml',
  properties: '.properties',
  jproperties: '.properties',
  'java-properties': '.properties',
  javaproperties: '.properties',
};

const extension = '.hookplate';

/**
 * What a document may be, by its name, or by its language where the name does not say it, as that of a new one. The name of
 * a template may say what it writes: `chat.json.hookplate`.
 */
export function kindOf(uri: string, languageId: string): DocumentKind | undefined {
  const name = uri.replace(/[?#].*$/s, '');
  if (name.endsWith(extension))
    return { kind: 'template', output: outputIn(name.slice(0, -extension.length)) };
  if (isConfigName(name)) return { kind: 'config', name };
  if (languageId === 'hookplate') return { kind: 'template', output: outputIn(name) };
  return Object.hasOwn(extensions, languageId)
    ? { kind: 'config', name: `${name}${extensions[languageId]}` }
    : undefined;
}

function outputIn(name: string): OutputName | undefined {
  const said = extname(name).slice(1);
  return Object.hasOwn(outputs, said) ? (said as OutputName) : undefined;
}
