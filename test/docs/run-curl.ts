import { execFile } from 'node:child_process';
import { tmpdir } from 'node:os';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const stub = fileURLToPath(new URL('./curl-stub.ts', import.meta.url));

interface Surroundings {
  /** Where the commands run. Default: that of temporary files. */
  readonly folder?: string;
  readonly env?: Readonly<Record<string, string>>;
}

/** The output of curl commands, one answer to a line. */
export async function runCurl(
  commands: string,
  { folder = tmpdir(), env = {} }: Surroundings = {},
): Promise<readonly string[]> {
  const script = `curl() { "${process.execPath}" "${stub}" "$@"; echo; }\n${commands}`;
  const { stdout } = await promisify(execFile)('sh', ['-euc', script], {
    cwd: folder,
    env: { ...process.env, ...env },
  });
  return stdout.trim().split('\n');
}
