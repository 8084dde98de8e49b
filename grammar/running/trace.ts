import type { Span } from '../syntax/tree.ts';
import { type Allowance, exportValue } from './export.ts';
import type { Run } from './run.ts';

/** The value that an expression or statement had when it was evaluated (rules-language 5). */
export interface TraceEntry extends Span {
  readonly value: unknown;
  /** The rows of the loops around it, the outermost first. */
  readonly rows: readonly number[];
}

/** What a run recorded. It is for people to look at: what a long loop did beyond a bound is left out. */
export class Trace {
  readonly entries: TraceEntry[] = [];
  readonly #allowance: Allowance = { items: 100_000, nesting: 100, isExceeded: false };

  add({ from, to }: Span, value: unknown, rows: readonly number[]): void {
    if (this.entries.length >= 10_000) return;
    this.entries.push({ from, to, value: exportValue(value, this.#allowance), rows });
  }
}

/** Makes code that records the value of its node each time it is evaluated. */
export function recording(node: Span, rowSlots: readonly number[], code: (run: Run) => unknown): (run: Run) => unknown {
  return (run) => {
    const value = code(run);
    run.host.trace?.add(
      node,
      value,
      rowSlots.map((slot) => Number(run.frame[slot])),
    );
    return value;
  };
}
