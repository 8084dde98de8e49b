import { skipGap } from '../syntax/characters.ts';
import type { Span } from '../syntax/tree.ts';
import { findComments } from './comments.ts';
import {
  type Condition,
  type Conditions,
  type ConditionUse,
  type ConditionValue,
  readConditions,
} from './conditions.ts';

/** A change to the conditions of a script. */
export type ConditionChange =
  | { readonly do: 'add'; readonly condition: Condition }
  | { readonly do: 'set'; readonly at: number; readonly condition: Condition }
  | { readonly do: 'remove'; readonly at: number }
  | { readonly do: 'join'; readonly join: Conditions['join'] }
  | { readonly do: 'say'; readonly message: string };

/**
 * Applies a change to the conditions of a script. Rewrites only the affected part of the source and keeps all comments.
 * Returns null if the script is not a plain list of conditions, or if the result does not parse to the intended
 * conditions, which hand-written values can cause.
 */
export function changeConditions(source: string, use: ConditionUse, change: ConditionChange): string | null {
  const before = readConditions(source, use);
  if (before === null) return null;
  const result = applyChange(source, use, before, change);
  const after = readConditions(result, use);
  return after !== null && matchesChange(before, after, change) ? result : null;
}

function applyChange(source: string, use: ConditionUse, before: Conditions, change: ConditionChange): string {
  switch (change.do) {
    case 'add':
      return addCondition(source, use, before, conditionText(change.condition));
    case 'set':
      return setCondition(source, before, change.at, change.condition);
    case 'remove':
      return removeCondition(source, before, change.at);
    case 'join':
      return changeJoin(source, before, change.join);
    case 'say':
      return before.message === null ? source : replaceSpan(source, before.message, textOf(change.message));
  }
}

/** Verifies the result by parsing it: the other conditions are unchanged, and the changed one is as requested. */
function matchesChange(before: Conditions, after: Conditions, change: ConditionChange): boolean {
  const rows: unknown[] = before.rows.map(({ condition }) => condition);
  if (change.do === 'add') rows.push(change.condition);
  else if (change.do === 'set') rows.splice(change.at, 1, change.condition);
  else if (change.do === 'remove') rows.splice(change.at, 1);
  const join = change.do === 'join' ? change.join : before.join;
  const isSame = JSON.stringify(after.rows.map(({ condition }) => condition)) === JSON.stringify(rows);
  const isMessageApplied = change.do !== 'say' || after.message?.text === change.message;
  return isSame && isMessageApplied && (rows.length < 2 || before.rows.length < 2 || after.join === join);
}

/** Formats a condition as source. */
function conditionText(condition: Condition): string {
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

/** Formats a number without an exponent, which the language does not have. */
function numberText(number: number): string {
  const text = String(number);
  if (!text.includes('e')) return text;
  return Math.abs(number) < 1 ? number.toFixed(20).replace(/\.?0+$/, '') : BigInt(number).toString();
}

/** Replaces a span. Comments inside it move before the new text. */
function replaceSpan(source: string, { from, to }: Span, text: string): string {
  const comments = commentsIn(source, { from, to }).map((comment) => `${comment}\n`);
  return source.slice(0, from) + comments.join('') + text + source.slice(to);
}

function commentsIn(source: string, { from, to }: Span): string[] {
  return findComments(source)
    .filter((comment) => from <= comment.from && comment.to <= to)
    .map((comment) => source.slice(comment.from, comment.to).trimEnd());
}

function setCondition(source: string, { rows }: Conditions, at: number, condition: Condition): string {
  const row = rows[at];
  if (row === undefined) return source;
  const previousCondition = row.condition;
  if (!('value' in condition) || row.parts === null || previousCondition === null || !('value' in previousCondition))
    return replaceSpan(source, row, conditionText(condition));
  const { left, operator, right } = row.parts;
  // Replace from right to left, so that the earlier offsets stay valid.
  let result = source;
  if (JSON.stringify(previousCondition.value) !== JSON.stringify(condition.value))
    result = replaceSpan(result, right, valueText(condition.value));
  if (previousCondition.operator !== condition.operator) result = replaceSpan(result, operator, condition.operator);
  return previousCondition.field === condition.field ? result : replaceSpan(result, left, condition.field);
}

function addCondition(source: string, use: ConditionUse, { rows, join }: Conditions, text: string): string {
  const last = rows.at(-1)?.outer;
  if (last === undefined) {
    const begin = source.trim() === '' ? '' : `${source.trimEnd()}\n`;
    return begin + (use === 'condition' ? text : `if ${text} {\n  reject because ${textOf('Please check this')}\n}`);
  }
  const previous = rows.at(-2)?.outer;
  const isOverLines = previous !== undefined && source.slice(previous.to, last.from).includes('\n');
  // A comment after the last condition on the same line belongs to that condition.
  const comment = findComments(source).find(({ from }) => from >= last.to && source.slice(last.to, from).trim() === '');
  const isBeside = comment !== undefined && !source.slice(last.to, comment.from).includes('\n');
  const at = isBeside ? comment.to : last.to;
  const gap = isBeside || isOverLines ? `\n${indentAt(source, last.from)}` : ' ';
  return `${source.slice(0, at)}${gap}${join} ${text}${source.slice(at)}`;
}

function removeCondition(source: string, { rows, statement }: Conditions, at: number): string {
  const outer = rows[at]?.outer;
  const before = rows[at - 1]?.outer;
  const after = rows[at + 1]?.outer;
  if (outer === undefined || statement === null) return source;
  if (before !== undefined) return removeSpan(source, { from: before.to, to: outer.to });
  return removeSpan(source, after === undefined ? statement : { from: outer.from, to: after.from });
}

/** Removes a span but keeps the comments in it. */
function removeSpan(source: string, span: Span): string {
  const comments = commentsIn(source, span);
  const [before, after] = [source.slice(0, span.from), source.slice(span.to)];
  if (comments.length === 0) return before + after;
  const gap = `\n${indentAt(source, span.from)}`;
  const begin = before === '' || /\s$/.test(before) ? '' : ' ';
  // Text after a line comment needs a new line, or it would become part of the comment.
  const end = /^[ \t]*(\r?\n|$)/.test(after) ? '' : gap;
  return before + begin + comments.join(gap) + end + after;
}

function changeJoin(source: string, { rows, join: before }: Conditions, join: Conditions['join']): string {
  return rows
    .slice(0, -1)
    .toReversed()
    .reduce((result, { outer }) => {
      const from = skipGap(result, outer.to);
      return result.slice(0, from) + join + result.slice(from + before.length);
    }, source);
}

/** The white space at the start of the line that contains an offset. */
function indentAt(source: string, offset: number): string {
  const line = source.slice(source.lastIndexOf('\n', offset - 1) + 1, offset);
  return /^\s*/.exec(line)?.[0] ?? '';
}
