import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { createRequire, registerHooks } from 'node:module';
import { basename, dirname } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { CommandError } from '../command-error.ts';

/** @throws {CommandError} for TypeScript, if this Node.js does not read that. */
export function assertTypeScript(path: string): void {
  if (!isTypeScript(path) || process.features.typescript) return;
  throw unusable(
    path,
    `is TypeScript, and this Node.js (${process.version}) was told not to read that; write it as JavaScript, or run Node.js 22.19 or later without --no-strip-types.`,
  );
}

function isTypeScript(path: string): boolean {
  return /\.[mc]?ts$/.test(path);
}

/**
 * What a module exports.
 *
 * @param onImport Called with each file before it runs, the module among them; not with those of packages.
 * @throws {CommandError} if it cannot be run.
 */
export async function loadExports(
  path: string,
  onImport: (file: string) => void = () => {},
): Promise<Readonly<Record<string, unknown>>> {
  watchImports(onImport);
  try {
    const exported = await import(pathToFileURL(path).href);
    // What a compiler has made CommonJS of a module keeps its default export under that name.
    return isCompiled(exported.default) ? exported.default : exported;
  } catch (error) {
    throw unusable(path, `cannot be loaded: ${await explain(error, path)}`);
  }
}

function isCompiled(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && '__esModule' in value && value.__esModule === true;
}

let isWatching = false;

/**
 * Tells what is imported, reads `import` and `export` also where a package is one of CommonJS or does not say what it is,
 * and finds this package where no other is installed beside the module.
 */
function watchImports(onImport: (file: string) => void): void {
  if (isWatching) return;
  isWatching = true;
  registerHooks({
    resolve: (specifier, context, next) => {
      try {
        return next(specifier, context);
      } catch (error) {
        const written = sourceOf(specifier, context.parentURL);
        if (written !== undefined) return next(written, context);
        if (!/^hookplate(?:\/|$)/.test(specifier) || context.parentURL === import.meta.url) throw error;
        return { url: pathToFileURL(ownFile(specifier, error)).href, shortCircuit: true };
      }
    },
    load: (url, context, next) => {
      if (!url.startsWith('file:') || url.includes('/node_modules/')) return next(url, context);
      const path = fileURLToPath(url);
      onImport(path);
      return next(url, isModule(path, context.format) ? { ...context, format: moduleFormat(path) } : context);
    },
  });
}

/**
 * What this package has under a name of its own.
 *
 * @throws {CommandError} if it is only part of an extension of an editor.
 */
function ownFile(specifier: string, notThere: unknown): string {
  try {
    // To `require` it makes no difference who is said to ask.
    return createRequire(import.meta.url).resolve(specifier);
  } catch (error) {
    if (!isNotFound(error) || !isNotFound(notThere)) throw error;
    throw new CommandError(
      'usage',
      `it imports \`${specifier}\`, and hookplate is not installed in this folder: run \`npm install hookplate\` there, and then the command *Hookplate: Restart* of the editor.`,
    );
  }
}

function isNotFound(error: unknown): boolean {
  return error instanceof Error && 'code' in error && String(error.code).endsWith('MODULE_NOT_FOUND');
}

/** The TypeScript that is imported by the name that it has once it is compiled, as TypeScript itself wants it. */
function sourceOf(specifier: string, parent: string | undefined): string | undefined {
  const isOfTypeScript = parent?.startsWith('file:') && isTypeScript(fileURLToPath(parent));
  const source = specifier.replace(/(?<=^\.{1,2}\/.*\.[cm]?)js$/s, 'ts');
  if (!isOfTypeScript || source === specifier) return undefined;
  return existsSync(new URL(source, parent)) ? source : undefined;
}

/** Whether something that its package does not call a module is one all the same. */
function isModule(path: string, format: string | null | undefined): boolean {
  if (!/\.[jt]s$/.test(path) || format?.startsWith('module')) return false;
  const text = readFileSync(path, 'utf8');
  return moduleSyntax.test(text) && !/^(?:module\.)?exports\b/m.test(text);
}

function moduleFormat(path: string): string {
  return isTypeScript(path) ? 'module-typescript' : 'module';
}

/** Matches what only a module has, at the beginning of a line. */
const moduleSyntax =
  /^(?:import\s*(?:type\s|[\w*{"'])|export\s+(?:default|const|let|class|function|async|type|interface|\{|\*))/m;

async function explain(error: unknown, path: string): Promise<string> {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  const message = messageOf(error);
  if (!(error instanceof Error)) return message;
  // The stack shows where in the file the error was thrown.
  const stack = error.stack ?? message;
  if (code === 'ERR_UNSUPPORTED_TYPESCRIPT_SYNTAX') {
    return `${reasonFirst(stack)}\nNode.js only takes types away: write it without enums, namespaces and parameter properties.`;
  }
  if (error instanceof SyntaxError) return explainSyntax(stack, path);
  return code === undefined ? ownCalls(stack) : message.replace(` imported from ${thisFile}`, '');
}

const thisFile = fileURLToPath(import.meta.url);

/** The file, the line and the mistake, which the stack of a syntax error has only in TypeScript. */
async function explainSyntax(stack: string, path: string): Promise<string> {
  const isComplete = !stack.startsWith('SyntaxError');
  return reasonFirst(isComplete ? stack : await checkSyntax(path)) || ownCalls(stack);
}

/** What Node.js says about the syntax of a file, without running it; empty if it is right. */
function checkSyntax(path: string): Promise<string> {
  return new Promise(resolve => {
    execFile(process.execPath, ['--check', path], (_error, _stdout, stderr) => resolve(stderr));
  });
}

/** Puts the mistake before the place that Node.js shows for it, and leaves the calls out. */
function reasonFirst(shown: string): string {
  const [, place = '', reason = ''] = /^([\s\S]*?)^(\w*Error\b.*)$/m.exec(shown) ?? [];
  return reason === '' ? '' : `${reason.replace(/ \[\w+\]/, '')}\n${place.trimEnd()}`.trimEnd();
}

/** A stack without the calls of Node.js and of this package, which say nothing of the module. */
function ownCalls(stack: string): string {
  const isOwn = (line: string): boolean =>
    !/^ {4}at (?:async )?(?:.* \()?node:/.test(line) && !line.includes(dirname(thisFile));
  return stack.split('\n').filter(isOwn).join('\n');
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

function unusable(path: string, why: string): CommandError {
  return new CommandError('usage', `${basename(path)} ${why}`);
}
