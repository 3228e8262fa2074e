import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Plugin } from 'esbuild';

/** Writes the licences of all packages of which code is in the bundle, as they ask for. */
export const licences: Plugin = {
  name: 'licences',
  setup(build) {
    build.onEnd(async ({ metafile }) => {
      const inputs = Object.values(metafile?.outputs ?? {}).flatMap(output => Object.keys(output.inputs));
      const names = inputs.flatMap(input => /^node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(input)?.[1] ?? []);
      const notices = await Promise.all([...new Set(names)].sort().map(noticeOf));
      const text = [licencesHeading, ...notices].join(`\n${'-'.repeat(80)}\n\n`);
      const directory = build.initialOptions.outdir ?? 'dist';
      await mkdir(directory, { recursive: true });
      await writeFile(join(directory, 'THIRD-PARTY-LICENSES.txt'), text);
    });
  },
};

const licencesHeading = `hookplate contains code of the packages below. The code of chevrotain, date-fns and valibot was
changed: parts that hookplate does not need are left out, and some of chevrotain are replaced by shorter ones.
`;

async function noticeOf(name: string): Promise<string> {
  const directory = join('node_modules', name);
  const { version, license } = JSON.parse(await readFile(join(directory, 'package.json'), 'utf8'));
  const file = (await readdir(directory)).find(entry => /^licen[cs]e/i.test(entry));
  if (file === undefined) throw new Error(`The package ${name} has no text of its licence.`);
  return `${name} ${version} (${license})\n\n${await readFile(join(directory, file), 'utf8')}`;
}
