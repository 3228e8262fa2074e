import { execFile, execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import packageJson from '../../package.json' with { type: 'json' };
import { packedProblems, planRelease, releaseChangelog } from './release.ts';

const changelog =
  '# Changelog\n\n## [Unreleased]\n\n- Something new.\n\n## [0.1.0] - 2026-01-02\n\n- The first.\n';
const manifest = {
  name: 'sample',
  version: '0.2.0',
  repository: 'https://git.example/sample',
  files: ['dist'],
  exports: { '.': { default: './dist/index.js' } },
};

/** A package in a repository of its own, with everything committed. */
function packageWith(changes: Readonly<Record<string, string>> = {}): string {
  const directory = mkdtempSync(join(tmpdir(), 'hookplate-release-'));
  onTestFinished(() => rmSync(directory, { recursive: true }));
  const files = {
    'package.json': JSON.stringify(manifest),
    'CHANGELOG.md': changelog,
    'dist/index.js': 'export {};\n',
    ...changes,
  };
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(directory, name)), { recursive: true });
    writeFileSync(join(directory, name), text);
  }
  const git = (...args: string[]) => execFileSync('git', args, { cwd: directory, stdio: 'ignore' });
  git('init');
  git('add', '--all');
  git('-c', 'user.name=Ada', '-c', 'user.email=ada@example.com', 'commit', '--message', 'Begin');
  return directory;
}

it('a release has what was unreleased under its version and date', () => {
  expect(releaseChangelog(changelog, '0.2.0', '2026-03-04')).toBe(
    changelog.replace('## [Unreleased]\n', '## [Unreleased]\n\n## [0.2.0] - 2026-03-04\n'),
  );
  expect(releaseChangelog(changelog, '0.1.0', '2026-03-04')).toBeUndefined();
  expect(releaseChangelog(changelog.replace('- Something new.', ''), '0.2.0', '2026-03-04')).toBeUndefined();
});

it('nothing is in the way of a release that is whole', async () => {
  const release = await planRelease(packageWith(), '2026-03-04');
  expect(release).toMatchObject({ version: '0.2.0', files: ['dist/index.js', 'package.json'], problems: [] });
});

it('everything is told that is in the way of a release', async () => {
  const { repository, ...others } = manifest;
  const broken = { ...others, version: '0.1', files: ['dist', 'test', 'dist/.env'], bin: 'dist/missing.js' };
  const directory = packageWith({
    'package.json': JSON.stringify(broken),
    'CHANGELOG.md': '# Changelog\n\n## [Unreleased]\n',
    'test/index.test.ts': '',
    'dist/.env': '',
  });
  execFileSync('git', ['tag', 'v0.1'], { cwd: directory });
  writeFileSync(join(directory, 'more.txt'), '');
  const { problems } = await planRelease(directory, '2026-03-04');
  expect(problems).toEqual([
    '0.1 is no version.',
    'package.json names no repository, without which npm attests no provenance.',
    'CHANGELOG.md has nothing under [Unreleased], or has 0.1 already.',
    'dist/.env does not belong into the package.',
    'test/index.test.ts does not belong into the package.',
    'dist/missing.js is named by package.json, and is not in the package.',
    'There are changes that are not committed.',
    'There is a tag v0.1 already.',
  ]);
});

const rehearsals: readonly (readonly [
  name: string,
  changes: Readonly<Record<string, string>>,
  status: number,
])[] = [
  ['a dry run says what would happen, and does nothing', {}, 0],
  ['a dry run of what may not be released fails', { 'CHANGELOG.md': '' }, 1],
];

it.each(rehearsals)('%s', async (_, changes, status) => {
  const directory = packageWith(changes);
  const program = resolve('test/package/run-release.ts');
  const ended = await new Promise<{ readonly code: number; readonly stdout: string }>(done => {
    execFile(process.execPath, [program, '--dry-run'], { cwd: directory }, (error, stdout) =>
      done({ code: Number(error?.code ?? 0), stdout }),
    );
  });
  expect(ended.code, ended.stdout).toBe(status);
  expect(ended.stdout).toMatch(/^Version 0\.2\.0 of \d{4}-\d\d-\d\d: 2 files, 1 KiB packed\.\n/);
  expect(ended.stdout).toContain('npm publish --provenance --access public');
  expect(readFileSync(join(directory, 'CHANGELOG.md'), 'utf8')).toBe(changes['CHANGELOG.md'] ?? changelog);
  expect(execFileSync('git', ['tag'], { cwd: directory, encoding: 'utf8' })).toBe('');
});

it('this package has what its package.json names, and nothing else', async () => {
  const { files } = await planRelease('.', '2026-03-04');
  expect(packedProblems(files, packageJson)).toEqual([]);
});
