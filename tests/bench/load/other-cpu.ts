import { readFileSync } from 'node:fs';
import { cpuTime } from '../api/load.ts';

/** Clock ticks per second on Linux (USER_HZ). */
const tick = 10;

/** CPU time of the whole machine in milliseconds: the first line of /proc/stat without idle and iowait. */
function spentByAll(): number {
  const [, user, nice, system, _idle, _waiting, ...interrupts] = (
    readFileSync('/proc/stat', 'utf8').split('\n')[0] ?? ''
  ).split(/\s+/);
  // `user` includes guest time already.
  return [user, nice, system, ...interrupts.slice(0, 3)].reduce((sum, each) => sum + Number(each), 0) * tick;
}

/**
 * Starts measuring the CPU use of other processes on the machine; the returned function gives the average number of
 * cores.
 */
export function watchOtherCpu(own: number[]): () => number {
  const before = { all: spentByAll(), own: cpuTime(own), at: performance.now() };
  return () => (spentByAll() - before.all - (cpuTime(own) - before.own)) / (performance.now() - before.at);
}
