import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, it, onTestFinished } from 'vitest';
import { startWorkflowServer } from '../../examples/workflow-server.ts';
import packageJson from '../../package.json' with { type: 'json' };
import { pages } from './pages.ts';

const stub = fileURLToPath(new URL('./curl-stub.ts', import.meta.url));

it('the commands for curl start a process, read its status and interrupt it, as printed', async () => {
  const page = readFileSync('docs/run-processes.md', 'utf8');
  const commands = page.match(/```sh\n(curl [\s\S]*?)```/)?.[1] ?? '';
  expect(commands.match(/^curl |\$\(|\bpid=/gm)).toHaveLength(5);
  const server = await startWorkflowServer({ port: 0 });
  onTestFinished(server.close);
  const folder = mkdtempSync(join(tmpdir(), 'hookplate-commands-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));

  const script = [
    `curl() { "${process.execPath}" "${stub}" "$@"; echo; }`,
    commands.replaceAll('http://127.0.0.1:8080', server.origin),
  ].join('\n');
  const { stdout } = await promisify(execFile)('sh', ['-euc', script], { cwd: folder });

  const [status, interrupted] = stdout
    .trim()
    .split('\n')
    .map(line => JSON.parse(line));
  const { pid, projectId, taskId } = JSON.parse(readFileSync(join(folder, 'run.json'), 'utf8'));
  expect({ projectId, taskId }).toEqual({ projectId: 'etl', taskId: 'copy' });
  expect(status).toMatchObject({ pid, projectId: 'etl', taskId: 'copy' });
  expect(interrupted).toMatchObject({ pid });
});

it('serving on a port that is used ends with one line that says which, and what to do', async () => {
  const server = await startWorkflowServer({ port: 0 });
  onTestFinished(server.close);
  const port = Number(new URL(server.origin).port);
  const run = promisify(execFile)(process.execPath, ['examples/serve.ts'], {
    env: { ...process.env, PORT: String(port) },
  });
  await expect(run).rejects.toMatchObject({
    code: 1,
    stdout: '',
    stderr: `Port ${port} is used by another program: end that one, or choose another port: PORT=${port + 1} npm run serve\n`,
  });
});

it('every script that a page names is one of the package', () => {
  const text = pages.map(page => readFileSync(page, 'utf8')).join('\n');
  const named = new Set([...text.matchAll(/npm run ([a-z:-]+)/g)].map(([, script = '']) => script));
  expect(named.size).toBeGreaterThan(5);
  expect([...named].filter(script => !Object.hasOwn(packageJson.scripts, script))).toEqual([]);
});

it('the README has the two commands, each alone on its line', () => {
  const readme = readFileSync('README.md', 'utf8');
  expect(readme.match(/^npm .*$/gm)).toEqual(['npm ci && npm run demo', 'npm ci && npm test']);
});
