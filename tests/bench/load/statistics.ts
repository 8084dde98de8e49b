import type { ActionKind } from './actions.ts';
import { HttpStatusError } from './http-client.ts';

/** One action: when it was due, and when its last response arrived; milliseconds of `performance.now()`. */
export interface FinishedAction {
  kind: ActionKind;
  due: number;
  end: number;
  /** The error, if any. */
  fault?: Error;
}

/** Latency from the due time; milliseconds. */
export interface LatencySummary {
  count: number;
  p50: number;
  p95: number;
  p99: number;
  most: number;
}

/** Latencies of the successful actions; rejected ones would distort them. */
export function summarizeLatency(done: Pick<FinishedAction, 'due' | 'end' | 'fault'>[]): LatencySummary {
  const times = done
    .filter(({ fault }) => !fault)
    .map(({ due, end }) => end - due)
    .toSorted((a, b) => a - b);
  const at = (share: number) => times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? Number.NaN;
  return { count: times.length, p50: at(0.5), p95: at(0.95), p99: at(0.99), most: at(1) };
}

/** Latencies by kind, in the order of the kinds. */
export function latencyByAction(done: FinishedAction[], kinds: ActionKind[]): Map<ActionKind, LatencySummary> {
  return new Map(kinds.map((kind) => [kind, summarizeLatency(done.filter((each) => each.kind === kind))]));
}

/** Errors grouped by message, with counts; numbers and ids are removed from the messages. */
export function groupErrors(done: FinishedAction[]): { label: string; count: number; sample: string }[] {
  const errors = new Map<string, { count: number; sample: string }>();
  for (const { kind, fault } of done) {
    if (!fault) continue;
    const label = `${kind}: ${fault instanceof HttpStatusError ? `status ${fault.status}` : fault.message.replaceAll(/\d+/g, 'N')}`;
    const existing = errors.get(label) ?? { count: 0, sample: fault.message };
    errors.set(label, { ...existing, count: existing.count + 1 });
  }
  return [...errors].map(([label, details]) => ({ label, ...details }));
}

/** The slope of a least-squares line through points. */
export function regressionSlope(points: { at: number; value: number }[]): number {
  const mean = (values: number[]) => values.reduce((sum, each) => sum + each, 0) / values.length;
  const [at, value] = [mean(points.map((each) => each.at)), mean(points.map((each) => each.value))];
  const over = points.reduce((sum, each) => sum + (each.at - at) * (each.value - value), 0);
  return over / points.reduce((sum, each) => sum + (each.at - at) ** 2, 0);
}
