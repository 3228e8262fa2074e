import { readFile } from 'node:fs/promises';
import { basename, extname } from 'node:path';
import { findJsonFault } from '../../api/json-body.ts';
import { CommandError, systemCode } from '../command-error.ts';

/**
 * The unchecked data of a file: its JSON, or what it exports by default without functions, undefined if there is nothing. A
 * module runs in a thread.
 *
 * @param onFiles Called with the files that it is made of.
 * @throws {CommandError} if the file cannot be read or run.
 */
export async function loadData(path: string, onFiles?: (files: readonly string[]) => void): Promise<unknown> {
  onFiles?.([path]);
  if (extname(path) === '.json') return parseFile(path);
  const { runModule } = await import('../modules/run-module.ts');
  const { default: data } = await runModule(path, { onFiles });
  return data;
}

/**
 * The same with its functions, whose module runs here. TypeScript is loaded by the type stripping of Node.js, which does not
 * support enums or any other syntax that generates code.
 *
 * @throws {CommandError} if the file cannot be read or run.
 */
export async function loadValue(path: string): Promise<unknown> {
  return extname(path) === '.json' ? parseFile(path) : importFile(path);
}

/**
 * The same for a file that describes one object, which may be YAML or JSON with comments as well.
 *
 * @throws {CommandError} if the file cannot be read or run.
 */
export async function loadObject(path: string): Promise<unknown> {
  const kind = extname(path).toLowerCase();
  if (kind === '.json') return parseFile(path);
  if (/^\.[cm]?[jt]s$/.test(kind)) return loadData(path);
  if (!['.jsonc', '.yaml', '.yml'].includes(kind))
    throw unusable(
      path,
      'is not known to be JSON, YAML or a module: its name has to end in .json, .yaml or .js.',
    );
  const text = await readText(path);
  const { placeIn, readContents } = await import('../contents/read-contents.ts');
  const { entries, problems } = await readContents(text, path);
  const problem = problems.find(({ severity }) => severity === 'error');
  if (problem) {
    const { line, column } = placeIn(text, problem.range.start);
    throw unusable(path, `cannot be read at line ${line}, column ${column}: ${problem.message}`);
  }
  const [only, another] = entries;
  if (!only || another) throw unusable(path, 'has to describe one object.');
  return only.value;
}

async function readText(path: string): Promise<string> {
  return readFile(path, 'utf8').catch((error: unknown) => {
    throw unusable(path, `cannot be read${systemCode(error)}.`);
  });
}

async function parseFile(path: string): Promise<unknown> {
  const text = await readText(path);
  try {
    return JSON.parse(text);
  } catch {
    const problem = findJsonFault(text);
    const where = problem ? `: ${problem.what} at line ${problem.line}, column ${problem.column}` : '';
    throw unusable(path, `is not JSON${where}.`);
  }
}

async function importFile(path: string): Promise<unknown> {
  const { assertTypeScript, loadExports } = await import('../modules/import-module.ts');
  assertTypeScript(path);
  const { default: config } = await loadExports(path);
  return config;
}

function unusable(path: string, why: string): CommandError {
  return new CommandError('usage', `${basename(path)} ${why}`);
}
