import { Writable } from 'node:stream';
import { runLanguageServer } from '../../../src/cli/language-server/language-server.ts';

/* The language server alone, for folders that have no hookplate of their own: `hookplate lsp --stdio` without the rest. */

const { stdin, stdout, stderr, env, platform } = process;

// A path to this file is all that is said on the command line; the editor speaks over stdin and stdout.
process.exitCode = await runLanguageServer({
  stdin,
  stdout,
  stderr,
  env,
  platform,
  directory: process.cwd(),
  events: process,
  endNow: status => process.exit(status),
  claimStdout: () => {
    const write = stdout.write.bind(stdout);
    // The module of a configuration may print.
    stdout.write = stderr.write.bind(stderr);
    return new Writable({ write: (chunk, encoding, done) => void write(chunk, encoding, done) });
  },
});
process.exit();
