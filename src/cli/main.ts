#!/usr/bin/env node
import packageJson from '../../package.json' with { type: 'json' };
import type { Terminal } from './terminal.ts';

/* Only syntax that every Node with modules can read: an old version has to be told which one is needed. */

const { stdin, stdout, stderr, env, platform } = process;
const terminal: Terminal = {
  stdin,
  stdout,
  stderr,
  env,
  platform,
  directory: process.cwd(),
  events: process,
  endNow: status => process.exit(status === undefined ? process.exitCode : status),
  claimStdout,
};

let cannotWrite = false;
for (const stream of [stdout, stderr]) {
  stream.on('error', error => {
    // The reader of the output may have read enough.
    if (error.code === 'EPIPE' || cannotWrite) return;
    cannotWrite = true;
    process.exitCode = 2;
    if (stream === stdout) stderr.write(`error: The output cannot be written (${error.code}).\n`);
  });
}
const args = process.argv.slice(2);
const needed = packageJson.engines.node.replace('>=', '');
if (isOlder(process.versions.node, needed)) {
  stderr.write(`error: hookplate needs Node.js ${needed} or later; this is ${process.versions.node}.\n`);
  process.exitCode = 2;
}
// Scripts ask for the version again and again, so it does not wait for the commands to load.
else if (args.length === 1 && args[0] === '--version') stdout.write(`${packageJson.version}\n`);
else {
  // Compiling takes most of the time until a command begins, and need not be done twice.
  process.getBuiltinModule('node:module').enableCompileCache();
  void import('./command-line.ts')
    .then(({ runCommandLine }) => runCommandLine(args, terminal))
    .then(status => {
      process.exitCode = cannotWrite ? 2 : status;
    });
}

/** The module of a configuration or a catalogue may print. */
function claimStdout() {
  const write = stdout.write.bind(stdout);
  stdout.write = stderr.write.bind(stderr);
  globalThis.console = new console.Console(stderr, stderr);
  const { Writable } = process.getBuiltinModule('node:stream');
  return new Writable({ write: (chunk, encoding, done) => void write(chunk, encoding, done) });
}

function isOlder(version: string, needed: string): boolean {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const [neededMajor = 0, neededMinor = 0] = needed.split('.').map(Number);
  return major < neededMajor || (major === neededMajor && minor < neededMinor);
}
