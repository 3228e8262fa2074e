import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { basename, extname } from 'node:path';
import { pathToFileURL } from 'node:url';
import { findJsonFault } from '../../api/json-body.ts';
import { CommandError, systemCode } from '../command-error.ts';

/**
 * The unchecked value of a file: its JSON, or its default export, undefined if there is none. TypeScript is loaded by
 * the type stripping of Node.js, which does not support enums or any other syntax that generates code.
 *
 * @throws {CommandError} if the file cannot be read or run.
 */
export async function loadValue(path: string): Promise<unknown> {
  return extname(path) === '.json' ? parseFile(path) : importFile(path);
}

async function parseFile(path: string): Promise<unknown> {
  const text = await readFile(path, 'utf8').catch((error: unknown) => {
    throw unusable(path, `cannot be read${systemCode(error)}.`);
  });
  try {
    return JSON.parse(text);
  } catch {
    const problem = findJsonFault(text);
    const where = problem ? `: ${problem.what} at line ${problem.line}, column ${problem.column}` : '';
    throw unusable(path, `is not JSON${where}.`);
  }
}

async function importFile(path: string): Promise<unknown> {
  const isTypeScript = /\.[mc]?ts$/.test(path);
  if (isTypeScript && !process.features.typescript) {
    throw unusable(
      path,
      `is TypeScript, and this Node.js (${process.version}) was told not to read that; write it as JavaScript, or run Node.js 22.19 or later without --no-strip-types.`,
    );
  }
  const { default: config } = await importModule(path);
  return config;
}

async function importModule(path: string): Promise<{ readonly default?: unknown }> {
  try {
    return await import(pathToFileURL(path).href);
  } catch (error) {
    throw unusable(path, `cannot be loaded: ${await explain(error, path)}`);
  }
}

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
