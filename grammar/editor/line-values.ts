import { toSignificant } from '../decimal/significant.ts';
import { Lines } from '../diagnostics/lines.ts';
import type { TraceEntry } from '../running/trace.ts';
import { Duration, durationText } from '../values/duration.ts';

/** What came of a line of a script, to be shown at its end. */
export interface LineValue {
  /** Counted from 1. */
  readonly line: number;
  readonly text: string;
}

/** How many turns of a loop are told of one line. */
const mostTurns = 3;

/** The values that the lines of a script came to in a run: what each read, and what came of it, turn by turn in loops. */
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
      const told = [...turns.values()].map((entries) => turnText(source, entries)).filter((text) => text !== '');
      const more = told.length > mostTurns ? ' | …' : '';
      return told.length === 0 ? [] : [{ line, text: told.slice(0, mostTurns).join(' | ') + more }];
    });
}

/** `$price = 120, → true`: the names that were read, then what the line's first expression came to, where that says more. */
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
  const whole = first === null ? '' : source.slice(first.from, first.to);
  const isTold = first === null || isName(whole) || isConstant(whole);
  return [...read, ...(isTold || first === null ? [] : [`→ ${valueText(first.value)}`])].join(', ');
}

/** What a statement gives is what its parts came to. */
const isStatement = (text: string): boolean =>
  /^(if|each|for|validate|let|reject|take|get|use|print|define)\b/.test(text);
const isName = (text: string): boolean => /^(\$[A-Za-z_]|this\b|it\b|index$)[\w.$]*$/.test(text);
const isConstant = (text: string): boolean => /^("([^"\\]|\\.)*"|[\d_.]+|true|false|nothing)$/.test(text);

/** The most characters of a value that fit beside a line. */
const longest = 40;

function valueText(value: unknown): string {
  const text =
    value === undefined || value === null ? 'nothing' : value instanceof Date ? value.toISOString() : written(value);
  return text.length > longest ? `${text.slice(0, longest)}…` : text;
}

function written(value: unknown): string {
  const isDuration = typeof value === 'object' && value !== null && 'milliseconds' in value;
  if (isDuration) return durationText(new Duration(Number(value.milliseconds)));
  return JSON.stringify(value, (_, each: unknown) => (typeof each === 'number' ? toSignificant(each) : each));
}
