import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { basename } from 'node:path';
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
 * @throws {CommandError} if it cannot be run.
 */
export async function loadExports(path: string): Promise<Readonly<Record<string, unknown>>> {
  watchImports();
  try {
    return await import(pathToFileURL(path).href);
  } catch (error) {
    throw unusable(path, `cannot be loaded: ${await explain(error, path)}`);
  }
}

const imported = new Set<string>();
let isWatching = false;

/** The files that modules have imported in this thread, themselves among them; without those of packages. */
export function importedFiles(): readonly string[] {
  return [...imported];
}

/**
 * Notes what is imported, reads `import` and `export` in TypeScript also where its package is one of CommonJS, and finds
 * this package where no other is installed beside the module.
 */
function watchImports(): void {
  if (isWatching) return;
  isWatching = true;
  registerHooks({
    resolve: (specifier, context, next) => {
      try {
        return next(specifier, context);
      } catch (error) {
        if (!/^hookplate(?:\/|$)/.test(specifier)) throw error;
        return next(specifier, { ...context, parentURL: import.meta.url });
      }
    },
    load: (url, context, next) => {
      if (!url.startsWith('file:') || url.includes('/node_modules/')) return next(url, context);
      const path = fileURLToPath(url);
      imported.add(path);
      const isCommon =
        context.format === 'commonjs-typescript' && moduleSyntax.test(readFileSync(path, 'utf8'));
      return next(url, isCommon ? { ...context, format: 'module-typescript' } : context);
    },
  });
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
    return `${withoutCalls(stack)}\nNode.js only takes types away: write it without enums, namespaces and parameter properties.`;
  }
  if (error instanceof SyntaxError) return explainSyntax(stack, path);
  return code === undefined ? stack : message;
}

/** The file, the line and the mistake, which the stack of a syntax error has only in TypeScript. */
async function explainSyntax(stack: string, path: string): Promise<string> {
  const isComplete = !stack.startsWith('SyntaxError');
  return withoutCalls(isComplete ? stack : await checkSyntax(path)) || stack;
}

/** What Node.js says about the syntax of a file, without running it; empty if it is right. */
function checkSyntax(path: string): Promise<string> {
  return new Promise(resolve => {
    execFile(process.execPath, ['--check', path], (_error, _stdout, stderr) => resolve(stderr));
  });
}

function withoutCalls(stack: string): string {
  return stack.replace(/\n+ {4}at .*/s, '').replace(/\n{2,}/g, '\n');
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

function unusable(path: string, why: string): CommandError {
  return new CommandError('usage', `${basename(path)} ${why}`);
}
