import { cpuMs } from './cpu.ts';
import type { DataKind } from './data.ts';
import { type Engine, inputsOf, type TaskName } from './engine.ts';

/** The combined result of the eight variants, and the CPU time of all eight. */
export interface TaskTime {
  readonly result: number;
  readonly microseconds: number;
}

/** Duration of warming up and of measuring. */
const WARM_UP_MS = 150;
const MEASURE_MS = 250;

/**
 * Warms a task up, then measures as many rounds over the variants as fit. `isLate` is whether the scripts of other forms
 * run before it.
 */
export async function timeTask<Task extends TaskName>(
  engine: Engine,
  { task, data, isLate }: { task: Task; data: DataKind; isLate: boolean },
): Promise<TaskTime> {
  if (isLate) engine.runOtherForms?.();
  const ready = engine.prepare[task]();
  const variants = inputsOf(data)[task];
  const results = variants.map(ready);
  const isAsync = results.some((result) => result instanceof Promise);
  const result = sumOf(await Promise.all(results));
  const repeat = (least: number) =>
    isAsync ? repeatPromised(ready, variants, least) : repeatPlain(ready, variants, least);
  const warm = await repeat(WARM_UP_MS);
  const measured = await repeat(MEASURE_MS);
  if (differs(warm.mean, result) || differs(measured.mean, result))
    throw new Error(`Task ${task} gave another result once warm`);
  return { result, microseconds: (measured.ms * 1000) / measured.rounds };
}

interface Measured {
  readonly ms: number;
  readonly rounds: number;
  /** The combined result of the variants, so that no engine can skip the work. */
  readonly mean: number;
}

type Ready<Input> = (input: Input) => unknown;

function repeatPlain<Input>(ready: Ready<Input>, variants: readonly Input[], least: number): Measured {
  const begin = cpuMs();
  let [ms, rounds, total] = [0, 0, 0];
  for (let batch = 1; ms < least; batch *= 2) {
    for (let round = 0; round < batch; round += 1) {
      for (const variant of variants) total += Number(ready(variant));
    }
    rounds += batch;
    ms = cpuMs() - begin;
  }
  return { ms, rounds, mean: total / rounds };
}

/** A separate function, because awaiting has a cost that synchronous engines should not pay. */
async function repeatPromised<Input>(
  ready: Ready<Input>,
  variants: readonly Input[],
  least: number,
): Promise<Measured> {
  const begin = cpuMs();
  let [ms, rounds, total] = [0, 0, 0];
  for (let batch = 1; ms < least; batch *= 2) {
    for (let round = 0; round < batch; round += 1) {
      for (const variant of variants) total += Number(await ready(variant));
    }
    rounds += batch;
    ms = cpuMs() - begin;
  }
  return { ms, rounds, mean: total / rounds };
}

function sumOf(results: readonly unknown[]): number {
  return results.reduce<number>((sum, result) => sum + Number(result), 0);
}

/** Binary floating point and exact decimal arithmetic differ in the last digits. */
export const differs = (result: number, expected: number) => Math.abs(result - expected) > Math.abs(expected) * 1e-9;
