import { readFileSync } from 'node:fs';
import { cpuTime } from '../api/load.ts';

/** Clock ticks of Linux, 100 a second. */
const tick = 10;

/** CPU time of the whole machine so far, in milliseconds: all that the first line of its stat counts but idling and waiting for disks. */
function spentByAll(): number {
  const [, user, nice, system, _idle, _waiting, ...interrupts] = (
    readFileSync('/proc/stat', 'utf8').split('\n')[0] ?? ''
  ).split(/\s+/);
  // What guests take is in `user` already.
  return [user, nice, system, ...interrupts.slice(0, 3)].reduce((sum, each) => sum + Number(each), 0) * tick;
}

/** From now on notes what of the machine these processes leave to others; answers how many cores those used on average. */
export function watchOthers(own: number[]): () => number {
  const before = { all: spentByAll(), own: cpuTime(own), at: performance.now() };
  return () => (spentByAll() - before.all - (cpuTime(own) - before.own)) / (performance.now() - before.at);
}
