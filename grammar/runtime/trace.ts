import type { Span } from '../syntax/tree.ts';
import { type ExportBudget, exportValue } from './result.ts';
import type { Run } from './run.ts';

/** The value of one expression or statement at the time of its evaluation (rules-language 5). */
export interface TraceEntry extends Span {
  readonly value: unknown;
  /** The row numbers of the enclosing loops, outermost first. */
  readonly rows: readonly number[];
}

/** Execution trace of a run, for explaining results. It is bounded: further iterations of a long loop are dropped. */
export class Trace {
  readonly entries: TraceEntry[] = [];
  readonly #allowance: ExportBudget = { items: 100_000, nesting: 100, isExceeded: false };

  add({ from, to }: Span, value: unknown, rows: readonly number[]): void {
    if (this.entries.length >= 10_000) return;
    this.entries.push({ from, to, value: exportValue(value, this.#allowance), rows });
  }
}

/** Wraps code so that it records the value of its node in the trace at each evaluation. */
export function withTracing(
  node: Span,
  rowSlots: readonly number[],
  code: (run: Run) => unknown,
): (run: Run) => unknown {
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
