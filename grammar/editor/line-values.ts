import { toSignificant } from '../decimal/significant.ts';
import { Lines } from '../diagnostics/diagnostic.ts';
import type { TraceEntry } from '../runtime/trace.ts';
import { Duration, durationText } from '../values/duration.ts';

/** Inline values of one line of a script, shown at its end like in a debugger. */
export interface LineValue {
  /** 1-based line number. */
  readonly line: number;
  readonly text: string;
}

/** How many iterations of a loop are shown for one line. */
const maxTurns = 3;

/** Converts a trace to inline values: for each line the names read and the result, iteration by iteration in loops. */
export function lineValues(source: string, trace: readonly TraceEntry[]): LineValue[] {
  const positions = new Lines(source);
  const lines = new Map<number, Map<string, TraceEntry[]>>();
  for (const entry of trace) {
    const { line } = positions.positionOf(entry.from);
    if (positions.positionOf(entry.to).line !== line) continue;
    const turns = lines.get(line) ?? new Map<string, TraceEntry[]>();
    const turn = entry.rows.join();
    const entries = turns.get(turn) ?? [];
    entries.push(entry);
    lines.set(line, turns.set(turn, entries));
  }
  return [...lines]
    .sort(([one], [other]) => one - other)
    .flatMap(([line, turns]) => {
      const texts = [...turns.values()].map((entries) => turnText(source, entries)).filter((text) => text !== '');
      const more = texts.length > maxTurns ? ' | …' : '';
      return texts.length === 0 ? [] : [{ line, text: texts.slice(0, maxTurns).join(' | ') + more }];
    });
}

/**
 * Formats one iteration, `$price = 120, → true`: the names read, then the result of the line's first expression unless
 * that repeats a name or a constant.
 */
function turnText(source: string, entries: readonly TraceEntry[]): string {
  const names = new Map<string, string>();
  let first: TraceEntry | null = null;
  for (const entry of entries) {
    const text = source.slice(entry.from, entry.to);
    if (isName(text)) names.set(text, valueText(entry.value));
    else if (isStatement(text)) continue;
    if (first === null || entry.from < first.from || (entry.from === first.from && entry.to > first.to)) first = entry;
  }
  const read = [...names].map(([name, value]) => `${name} = ${value}`);
  const firstSource = first === null ? '' : source.slice(first.from, first.to);
  const isRedundant = first === null || isName(firstSource) || isConstant(firstSource);
  return [...read, ...(isRedundant || first === null ? [] : [`→ ${valueText(first.value)}`])].join(', ');
}

/** Statements are skipped, because their expressions have entries of their own. */
const isStatement = (text: string): boolean =>
  /^(if|each|for|validate|let|reject|take|get|use|print|define)\b/.test(text);
const isName = (text: string): boolean => /^(\$[A-Za-z_]|this\b|it\b|index$)[\w.$]*$/.test(text);
const isConstant = (text: string): boolean => /^("([^"\\]|\\.)*"|[\d_.]+|true|false|nothing)$/.test(text);

/** The maximum length of a value. */
const maxLength = 40;

function valueText(value: unknown): string {
  const text =
    value === undefined || value === null ? 'nothing' : value instanceof Date ? value.toISOString() : plainText(value);
  return text.length > maxLength ? `${text.slice(0, maxLength)}…` : text;
}

function plainText(value: unknown): string {
  const isDuration = typeof value === 'object' && value !== null && 'milliseconds' in value;
  if (isDuration) return durationText(new Duration(Number(value.milliseconds)));
  return JSON.stringify(value, (_, each: unknown) => (typeof each === 'number' ? toSignificant(each) : each));
}
