#!/usr/bin/env node
import '../delivery/node-version.ts';
import { runCommandLine } from './command-line.ts';
import type { Terminal } from './terminal.ts';

const { stdin, stdout, stderr, env, platform } = process;
const terminal: Terminal = {
  stdin,
  stdout,
  stderr,
  env,
  platform,
  directory: process.cwd(),
  on: process.on.bind(process),
  off: process.off.bind(process),
  endNow: status => process.exit(status ?? process.exitCode),
};

// Whoever reads the output may have read enough.
stdout.on('error', () => {});
process.exitCode = await runCommandLine(process.argv.slice(2), terminal);
