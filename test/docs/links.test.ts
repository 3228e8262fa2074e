import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, expect, it } from 'vitest';
import { pages } from './pages.ts';

let packed: ReadonlySet<string>;

beforeAll(async () => {
  const args = ['pack', '--dry-run', '--json', '--ignore-scripts'];
  const isWindows = process.platform === 'win32';
  const { stdout } = await promisify(execFile)('npm', args, { shell: isWindows });
  const [tarball]: { files: { path: string }[] }[] = JSON.parse(stdout);
  packed = new Set(tarball?.files.map(({ path }) => path));
});

/** A heading as its address: in lower case, without signs, with hyphens for spaces. */
function anchorsOf(page: string): readonly string[] {
  const headings = readFileSync(page, 'utf8').matchAll(/^#+ (.*)$/gm);
  return [...headings].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\w\s-]/g, '')
      .replace(/ /g, '-'),
  );
}

const others = ['CHANGELOG.md', 'CONTRIBUTING.md', 'SECURITY.md', 'grammar/reference/language-reference.md'];

it.each([...pages, ...others])('every link of %s leads to something in the package', page => {
  expect(packed).toContain(page);
  const links = [...readFileSync(page, 'utf8').matchAll(/\]\((?!https?:)([^)#]*)(?:#([^)]*))?\)/g)];
  const dangling = links.filter(([, path = '', anchor]) => {
    const target = path === '' ? page : posix.join(posix.dirname(page), path);
    return !packed.has(target) || (anchor !== undefined && !anchorsOf(target).includes(anchor));
  });
  expect(dangling.map(([link]) => link)).toEqual([]);
});

it('every page is linked from the README', () => {
  const readme = readFileSync('README.md', 'utf8');
  expect(pages.filter(page => page !== 'README.md' && !readme.includes(`(${page})`))).toEqual([]);
});
