import { worksOn } from '../test/hostile/works.ts';

/*
 * Runs every function on one hostile input, in a process of its own, and sends what the slowest took. Memory is all that
 * the process ever held: Node, the package, the input and garbage.
 */

export interface HostileCost {
  /** The function. */
  readonly slowest: string;
  /** Processor time. */
  readonly seconds: number;
  readonly megabytes: number;
}

const [input = '', kib = '64'] = process.argv.slice(2);
// Warms up, so that compiling the functions on their first run does not count.
for (const { run } of worksOn(input, 256)) run();
let slowest = { slowest: '', seconds: 0 };
for (const { name, run } of worksOn(input, Number(kib) * 1024)) {
  const before = process.cpuUsage();
  run();
  const { user, system } = process.cpuUsage(before);
  const seconds = (user + system) / 1e6;
  if (seconds >= slowest.seconds) slowest = { slowest: name, seconds };
}
const cost: HostileCost = { ...slowest, megabytes: process.resourceUsage().maxRSS / 1024 };
process.send?.(cost);
