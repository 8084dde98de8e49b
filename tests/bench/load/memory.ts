import { memoryOf } from '../../product/memory.ts';
import { regressionSlope } from './statistics.ts';

/** Resident memory (RSS) at one moment in MiB. */
export interface MemorySample {
  /** Milliseconds of `performance.now()`. */
  at: number;
  server: number;
  database: number;
}

/** Samples the memory of both processes each second until it is stopped. */
export function watchMemory({ server, database }: { server: number; database: number }): {
  samples: MemorySample[];
  stop: () => void;
} {
  const samples: MemorySample[] = [];
  const note = () => samples.push({ at: performance.now(), server: memoryOf(server), database: memoryOf(database) });
  note();
  const timer = setInterval(note, 1_000);
  return { samples, stop: () => clearInterval(timer) };
}

/** The live heap after a full garbage collection. */
export interface HeapAfterGc {
  at: number;
  heap: number;
}

/** Parses full collections of the main thread's heap from the output of `--trace-gc`; worker threads have other ids. */
export function parseGcTrace(printed: string, started: number): HeapAfterGc[] {
  const line = /^\[\d+:(0x[0-9a-f]+)(?::\d+)?\]\s+(\d+) ms: ([\w-]+).*? -> ([\d.]+) \(/gm;
  const all = [...printed.matchAll(line)];
  const own = all[0]?.[1];
  return all
    .filter(([, isolate, , kind]) => isolate === own && kind === 'Mark-Compact')
    .map(([, , time, , heap]) => ({ at: started + Number(time), heap: Number(heap) }));
}

/** Memory in the second half of a run: its level, and its growth from the beginning to the end. */
export interface MemoryGrowth {
  mean: number;
  /** MiB between the two ends of the regression line. */
  grown: number;
  share: number;
  points: number;
}

/** The regression line through the samples between `from` and `to`. */
export function growthOf(points: { at: number; value: number }[], from: number, to: number): MemoryGrowth {
  const within = points.filter(({ at }) => at >= from && at <= to);
  const mean = within.reduce((sum, { value }) => sum + value, 0) / within.length;
  const grown = regressionSlope(within) * (to - from);
  return { mean, grown, share: grown / mean, points: within.length };
}
