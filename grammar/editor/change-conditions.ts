import { skipGap } from '../syntax/characters.ts';
import type { Span } from '../syntax/tree.ts';
import { findComments } from './comments.ts';
import {
  type Condition,
  type Conditions,
  type ConditionsFor,
  type ConditionValue,
  readConditions,
} from './conditions.ts';

/** Something that is done to the conditions of a script. */
export type ConditionChange =
  | { readonly do: 'add'; readonly condition: Condition }
  | { readonly do: 'set'; readonly at: number; readonly condition: Condition }
  | { readonly do: 'remove'; readonly at: number }
  | { readonly do: 'join'; readonly join: Conditions['join'] }
  | { readonly do: 'say'; readonly message: string };

/**
 * The script with a change of its conditions. Only what the change concerns is written anew, and every comment stays. Null
 * where the script is no such conditions, or would not read as what was meant: a value that is written by hand may be anything.
 */
export function changeConditions(source: string, use: ConditionsFor, change: ConditionChange): string | null {
  const before = readConditions(source, use);
  if (before === null) return null;
  const changed = written(source, use, before, change);
  const after = readConditions(changed, use);
  return after !== null && isMeant(before, after, change) ? changed : null;
}

function written(source: string, use: ConditionsFor, before: Conditions, change: ConditionChange): string {
  switch (change.do) {
    case 'add':
      return added(source, use, before, conditionText(change.condition));
    case 'set':
      return set(source, before, change.at, change.condition);
    case 'remove':
      return removed(source, before, change.at);
    case 'join':
      return joined(source, before, change.join);
    case 'say':
      return before.message === null ? source : replaced(source, before.message, textOf(change.message));
  }
}

/** Whether the script reads as the change means it: the other conditions as they were, the changed one as it was given. */
function isMeant(before: Conditions, after: Conditions, change: ConditionChange): boolean {
  const rows: unknown[] = before.rows.map(({ condition }) => condition);
  if (change.do === 'add') rows.push(change.condition);
  else if (change.do === 'set') rows.splice(change.at, 1, change.condition);
  else if (change.do === 'remove') rows.splice(change.at, 1);
  const join = change.do === 'join' ? change.join : before.join;
  const isSame = JSON.stringify(after.rows.map(({ condition }) => condition)) === JSON.stringify(rows);
  const isSaid = change.do !== 'say' || after.message?.text === change.message;
  return isSame && isSaid && (rows.length < 2 || before.rows.length < 2 || after.join === join);
}

/** A condition as it is written. */
export function conditionText(condition: Condition): string {
  if (!('value' in condition)) return condition.operator === 'filled' ? condition.field : `!${condition.field}`;
  return `${condition.field} ${condition.operator} ${valueText(condition.value)}`;
}

function valueText(value: ConditionValue): string {
  switch (value.kind) {
    case 'text':
      return textOf(value.text);
    case 'number':
      return numberText(value.number);
    case 'truth':
      return String(value.is);
    case 'texts':
      return `[${value.texts.map(textOf).join(', ')}]`;
    case 'field':
      return value.field;
    case 'source':
      return value.source;
  }
}

const escapes: Readonly<Record<string, string>> = { '\\': '\\\\', '"': '\\"', '\n': '\\n', '\t': '\\t' };
const textOf = (text: string): string => `"${text.replace(/[\\"\n\t]/g, (letter) => escapes[letter] ?? letter)}"`;

/** The language has no exponents. */
function numberText(number: number): string {
  const text = String(number);
  if (!text.includes('e')) return text;
  return Math.abs(number) < 1 ? number.toFixed(20).replace(/\.?0+$/, '') : BigInt(number).toString();
}

/** Writes a part anew; comments in it are put before it. */
function replaced(source: string, { from, to }: Span, text: string): string {
  const comments = commentsIn(source, { from, to }).map((comment) => `${comment}\n`);
  return source.slice(0, from) + comments.join('') + text + source.slice(to);
}

function commentsIn(source: string, { from, to }: Span): string[] {
  return findComments(source)
    .filter((comment) => from <= comment.from && comment.to <= to)
    .map((comment) => source.slice(comment.from, comment.to).trimEnd());
}

function set(source: string, { rows }: Conditions, at: number, condition: Condition): string {
  const row = rows[at];
  if (row === undefined) return source;
  const was = row.condition;
  if (!('value' in condition) || row.parts === null || was === null || !('value' in was))
    return replaced(source, row, conditionText(condition));
  const { left, operator, right } = row.parts;
  // From the end, so that what stands before stays where it is.
  let now = source;
  if (JSON.stringify(was.value) !== JSON.stringify(condition.value))
    now = replaced(now, right, valueText(condition.value));
  if (was.operator !== condition.operator) now = replaced(now, operator, condition.operator);
  return was.field === condition.field ? now : replaced(now, left, condition.field);
}

function added(source: string, use: ConditionsFor, { rows, join }: Conditions, text: string): string {
  const last = rows.at(-1)?.outer;
  if (last === undefined) {
    const begin = source.trim() === '' ? '' : `${source.trimEnd()}\n`;
    return begin + (use === 'condition' ? text : `if ${text} {\n  reject because ${textOf('Please check this')}\n}`);
  }
  const previous = rows.at(-2)?.outer;
  const isOverLines = previous !== undefined && source.slice(previous.to, last.from).includes('\n');
  // A comment behind the last condition speaks of that one.
  const comment = findComments(source).find(({ from }) => from >= last.to && source.slice(last.to, from).trim() === '');
  const isBeside = comment !== undefined && !source.slice(last.to, comment.from).includes('\n');
  const at = isBeside ? comment.to : last.to;
  const gap = isBeside || isOverLines ? `\n${indentAt(source, last.from)}` : ' ';
  return `${source.slice(0, at)}${gap}${join} ${text}${source.slice(at)}`;
}

function removed(source: string, { rows, whole }: Conditions, at: number): string {
  const outer = rows[at]?.outer;
  const before = rows[at - 1]?.outer;
  const after = rows[at + 1]?.outer;
  if (outer === undefined || whole === null) return source;
  if (before !== undefined) return cut(source, { from: before.to, to: outer.to });
  return cut(source, after === undefined ? whole : { from: outer.from, to: after.from });
}

/** Takes a part out, but for the comments in it. */
function cut(source: string, span: Span): string {
  const comments = commentsIn(source, span);
  const [before, after] = [source.slice(0, span.from), source.slice(span.to)];
  if (comments.length === 0) return before + after;
  const gap = `\n${indentAt(source, span.from)}`;
  const begin = before === '' || /\s$/.test(before) ? '' : ' ';
  // What follows a comment on its line would be part of it.
  const end = /^[ \t]*(\r?\n|$)/.test(after) ? '' : gap;
  return before + begin + comments.join(gap) + end + after;
}

function joined(source: string, { rows, join: before }: Conditions, join: Conditions['join']): string {
  return rows
    .slice(0, -1)
    .toReversed()
    .reduce((now, { outer }) => {
      const from = skipGap(now, outer.to);
      return now.slice(0, from) + join + now.slice(from + before.length);
    }, source);
}

/** The white space that begins the line of an offset. */
function indentAt(source: string, offset: number): string {
  const line = source.slice(source.lastIndexOf('\n', offset - 1) + 1, offset);
  return /^\s*/.exec(line)?.[0] ?? '';
}
