import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

/** What a release of the package in a directory would be, and what is in its way. */
export interface Release {
  readonly version: string;
  /** The whole changelog, with what was unreleased under the version and its date. */
  readonly changelog: string;
  readonly files: readonly string[];
  readonly bytes: number;
  /** Sentences; a release without any may go ahead. */
  readonly problems: readonly string[];
}

interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly repository?: unknown;
  readonly private?: boolean;
  readonly exports?: unknown;
  readonly bin?: unknown;
}

/** All that may be in the package: no sources, no tests, nothing of a machine. */
const mayBePacked =
  /^(?:(?:CHANGELOG|CONTRIBUTING|README|SECURITY)\.md|LICENSE|package\.json|(?:dist|docs)\/(?:[\w-]+\/)*[\w.-]+|grammar\/reference\/[\w.-]+\.(?:md|ebnf|svg|json))$/;
const neverPacked = /(?:^|\/)\.|\.(?:tgz|log|pem|key|env)$|\.test\./;

const run = promisify(execFile);

export async function planRelease(directory: string, today: string): Promise<Release> {
  const manifest: Manifest = JSON.parse(await readFile(join(directory, 'package.json'), 'utf8'));
  const { version } = manifest;
  const changelog = await readFile(join(directory, 'CHANGELOG.md'), 'utf8');
  const released = releaseChangelog(changelog, version, today);
  const { files, bytes } = await packedFiles(directory);
  const problems = [
    ...manifestProblems(manifest),
    ...(released === undefined
      ? [`CHANGELOG.md has nothing under [Unreleased], or has ${version} already.`]
      : []),
    ...packedProblems(files, manifest),
    ...(await repositoryProblems(directory, version)),
  ];
  return { version, changelog: released ?? changelog, files, bytes, problems };
}

/** Undefined where there is nothing to release, or this version was released. */
export function releaseChangelog(text: string, version: string, today: string): string | undefined {
  const [before, unreleased, ...rest] = text.split(/^## \[Unreleased\]\n/m);
  if (before === undefined || unreleased === undefined || rest.length > 0) return undefined;
  if (text.includes(`## [${version}]`)) return undefined;
  const [entry = ''] = unreleased.split(/^## /m);
  if (entry.trim() === '') return undefined;
  return `${before}## [Unreleased]\n\n## [${version}] - ${today}\n${unreleased}`;
}

function manifestProblems({ version, repository, private: isPrivate }: Manifest): readonly string[] {
  const problems: string[] = [];
  if (!/^\d+\.\d+\.\d+(?:-[\w.]+)?$/.test(version)) problems.push(`${version} is no version.`);
  if (isPrivate) problems.push('package.json says that the package is private.');
  if (!repository) {
    problems.push('package.json names no repository, without which npm attests no provenance.');
  }
  return problems;
}

/** What is packed and should not be, and what package.json names and is not packed. */
export function packedProblems(files: readonly string[], manifest: object): readonly string[] {
  const { exports, bin } = manifest as Manifest;
  const strange = files.filter(file => !mayBePacked.test(file) || neverPacked.test(file));
  const missing = [...pathsIn(exports), ...pathsIn(bin)].filter(path => !files.includes(path));
  return [
    ...strange.map(file => `${file} does not belong into the package.`),
    ...missing.map(file => `${file} is named by package.json, and is not in the package.`),
  ];
}

function pathsIn(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value.replace(/^\.\//, '')];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(pathsIn) : [];
}

async function packedFiles(
  directory: string,
): Promise<{ readonly files: readonly string[]; readonly bytes: number }> {
  const args = ['pack', '--dry-run', '--json', '--ignore-scripts'];
  const { stdout } = await run('npm', args, { cwd: directory, shell: process.platform === 'win32' });
  const [tarball]: { readonly size: number; readonly files: readonly { readonly path: string }[] }[] =
    JSON.parse(stdout);
  if (tarball === undefined) throw new Error('npm would pack nothing.');
  return { files: tarball.files.map(({ path }) => path), bytes: tarball.size };
}

async function repositoryProblems(directory: string, version: string): Promise<readonly string[]> {
  const git = async (...args: string[]) => (await run('git', args, { cwd: directory })).stdout.trim();
  const problems: string[] = [];
  if ((await git('status', '--porcelain')) !== '') problems.push('There are changes that are not committed.');
  if ((await git('tag', '--list', `v${version}`)) !== '')
    problems.push(`There is a tag v${version} already.`);
  return problems;
}
