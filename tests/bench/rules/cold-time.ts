import { cpuMs } from './cpu.ts';
import type { Engine } from './engine.ts';

/** CPU time of compiling that many one-line scripts in a process that has just loaded the engine. */
export interface ColdTime {
  readonly milliseconds: number;
}

export const COLD_SCRIPTS = 100;

export function timeCold({ prepareLine }: Engine): ColdTime {
  return prepareLine === null ? { milliseconds: 0 } : timeLines(prepareLine);
}

export function timeLines(prepareLine: (n: number) => unknown): ColdTime {
  const begin = cpuMs();
  for (let n = 0; n < COLD_SCRIPTS; n += 1) prepareLine(n);
  return { milliseconds: cpuMs() - begin };
}
