import { worksOn } from '../test/hostile/works.ts';

/*
 * Runs every function on one hostile input, in a process of its own, and sends what each took. Memory is how far the
 * process grew, garbage included.
 */

const [input = '', kib = '64'] = process.argv.slice(2);
// What is compiled when it first runs is not the input's.
for (const { run } of worksOn(input, 256)) run();
const megabytesBefore = process.resourceUsage().maxRSS / 1024;
const costs = worksOn(input, Number(kib) * 1024).map(({ name, run }) => {
  const before = process.cpuUsage();
  run();
  const { user, system } = process.cpuUsage(before);
  const megabytes = process.resourceUsage().maxRSS / 1024 - megabytesBefore;
  return { name, seconds: (user + system) / 1e6, megabytes };
});
process.send?.(costs);
