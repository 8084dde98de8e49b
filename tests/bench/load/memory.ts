import { memoryOf } from '../../product/memory.ts';
import { slopeOf } from './figures.ts';

/** Resident memory at one moment, in MiB. */
export interface Sample {
  /** Milliseconds of `performance.now()`. */
  at: number;
  server: number;
  database: number;
}

/** Notes the memory of both processes each second until it is told to stop. */
export function watchMemory({ server, database }: { server: number; database: number }): {
  samples: Sample[];
  stop: () => void;
} {
  const samples: Sample[] = [];
  const note = () => samples.push({ at: performance.now(), server: memoryOf(server), database: memoryOf(database) });
  note();
  const timer = setInterval(note, 1_000);
  return { samples, stop: () => clearInterval(timer) };
}

/** What of the heap was still in use when V8 had collected all of it. */
export interface Collected {
  at: number;
  heap: number;
}

/** Full collections of the process's own heap, as `--trace-gc` has V8 print them; threads print theirs under other numbers. */
export function collectionsIn(printed: string, started: number): Collected[] {
  const line = /^\[\d+:(0x[0-9a-f]+)(?::\d+)?\]\s+(\d+) ms: ([\w-]+).*? -> ([\d.]+) \(/gm;
  const all = [...printed.matchAll(line)];
  const own = all[0]?.[1];
  return all
    .filter(([, isolate, , kind]) => isolate === own && kind === 'Mark-Compact')
    .map(([, , time, , heap]) => ({ at: started + Number(time), heap: Number(heap) }));
}

/** How memory went in the second half of a stretch: what it came to, and how much of that it grew by from its beginning to its end. */
export interface Growth {
  mean: number;
  /** MiB from one end of the line through all points to the other. */
  grown: number;
  share: number;
  points: number;
}

/** A line through what was measured from `from` to `to`. */
export function growthOf(points: { at: number; value: number }[], from: number, to: number): Growth {
  const within = points.filter(({ at }) => at >= from && at <= to);
  const mean = within.reduce((sum, { value }) => sum + value, 0) / within.length;
  const grown = slopeOf(within) * (to - from);
  return { mean, grown, share: grown / mean, points: within.length };
}
