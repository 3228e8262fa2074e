import { execFileSync } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { planRelease } from './release.ts';

/*
 * Releases the version that package.json has: `npm run release`. With `--dry-run` it only says what would happen. npm attests the
 * provenance of what a workflow of the repository publishes, so run it there.
 */

const { values } = parseArgs({ options: { 'dry-run': { type: 'boolean', default: false } } });
const today = new Date().toISOString().slice(0, 10);
const { version, changelog, files, bytes, problems } = await planRelease('.', today);

console.log(`Version ${version} of ${today}: ${files.length} files, ${Math.ceil(bytes / 1024)} KiB packed.`);
for (const problem of problems) console.log(`In its way: ${problem}`);

const commands = [
  ['git', 'commit', '--quiet', '--message', `Release ${version}`, 'CHANGELOG.md'],
  ['git', 'tag', '--annotate', `v${version}`, '--message', `Release ${version}`],
  ['npm', 'publish', '--provenance', '--access', 'public'],
] as const;

if (values['dry-run']) {
  console.log(`Would write CHANGELOG.md with ## [${version}] - ${today}, and run`);
  for (const command of commands)
    console.log(`  ${command.map(word => (/\s/.test(word) ? `'${word}'` : word)).join(' ')}`);
}
if (problems.length > 0) process.exitCode = 1;
else if (!values['dry-run']) {
  await writeFile('CHANGELOG.md', changelog);
  for (const [program, ...args] of commands) execFileSync(program, args, { stdio: 'inherit' });
}
