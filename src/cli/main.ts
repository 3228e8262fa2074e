#!/usr/bin/env node
import '../delivery/node-version.ts';
import packageJson from '../../package.json' with { type: 'json' };
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
for (const stream of [stdout, stderr]) stream.on('error', () => {});
const args = process.argv.slice(2);
// Asked for by scripts, again and again: it need not wait until the commands are loaded.
if (args.length === 1 && args[0] === '--version') stdout.write(`${packageJson.version}\n`);
else {
  // What was compiled once need not be again: most of the time until a command begins is spent with that.
  process.getBuiltinModule('node:module').enableCompileCache();
  const { runCommandLine } = await import('./command-line.ts');
  process.exitCode = await runCommandLine(args, terminal);
}
