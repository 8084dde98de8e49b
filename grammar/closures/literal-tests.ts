import { isObject } from '../values/plain.ts';
import type { Code } from './code.ts';

/** What most rules ask: how a name of the input, or a key of a row, compares with a number. */
export type LiteralOperator = '<' | '<=' | '>' | '>=' | '==' | '!=';

/** Numbers between these may be seen as the literal: those up to `below` and from `above` compare as they are. */
export interface Near {
  readonly below: number;
  readonly above: number;
}

export function nearTo(literal: number): Near {
  const margin = Math.abs(literal) * 3e-14;
  return { below: literal - margin, above: literal + margin };
}

/**
 * A name of the input against a number, with a closure for each operator: so each asks in code of its own, where the engine
 * learns which key it reads. What is no number, or so near to the literal that its digits count, goes the slow way.
 */
export const INPUT_TESTS = {
  '<':
    (name, literal, { below, above }, slow) =>
    (run) => {
      const value = run.data === null ? undefined : run.data[name];
      const isClear = typeof value === 'number' && (value <= below || value >= above || value === literal);
      return isClear ? value < literal : slow(run);
    },
  '<=':
    (name, literal, { below, above }, slow) =>
    (run) => {
      const value = run.data === null ? undefined : run.data[name];
      const isClear = typeof value === 'number' && (value <= below || value >= above || value === literal);
      return isClear ? value <= literal : slow(run);
    },
  '>':
    (name, literal, { below, above }, slow) =>
    (run) => {
      const value = run.data === null ? undefined : run.data[name];
      const isClear = typeof value === 'number' && (value <= below || value >= above || value === literal);
      return isClear ? value > literal : slow(run);
    },
  '>=':
    (name, literal, { below, above }, slow) =>
    (run) => {
      const value = run.data === null ? undefined : run.data[name];
      const isClear = typeof value === 'number' && (value <= below || value >= above || value === literal);
      return isClear ? value >= literal : slow(run);
    },
  '==':
    (name, literal, { below, above }, slow) =>
    (run) => {
      const value = run.data === null ? undefined : run.data[name];
      const isClear = typeof value === 'number' && (value <= below || value >= above || value === literal);
      return isClear ? value === literal : slow(run);
    },
  '!=':
    (name, literal, { below, above }, slow) =>
    (run) => {
      const value = run.data === null ? undefined : run.data[name];
      const isClear = typeof value === 'number' && (value <= below || value >= above || value === literal);
      return isClear ? value !== literal : slow(run);
    },
} as const satisfies Record<LiteralOperator, (name: string, literal: number, near: Near, slow: Code) => Code>;

/** The same for a key of a variable. */
export const KEY_TESTS = {
  '<':
    (slot, key, literal, { below, above }, slow) =>
    (run) => {
      const record = run.frame[slot];
      const value = isObject(record) ? record[key] : undefined;
      const isClear = typeof value === 'number' && (value <= below || value >= above || value === literal);
      return isClear ? value < literal : slow(run);
    },
  '<=':
    (slot, key, literal, { below, above }, slow) =>
    (run) => {
      const record = run.frame[slot];
      const value = isObject(record) ? record[key] : undefined;
      const isClear = typeof value === 'number' && (value <= below || value >= above || value === literal);
      return isClear ? value <= literal : slow(run);
    },
  '>':
    (slot, key, literal, { below, above }, slow) =>
    (run) => {
      const record = run.frame[slot];
      const value = isObject(record) ? record[key] : undefined;
      const isClear = typeof value === 'number' && (value <= below || value >= above || value === literal);
      return isClear ? value > literal : slow(run);
    },
  '>=':
    (slot, key, literal, { below, above }, slow) =>
    (run) => {
      const record = run.frame[slot];
      const value = isObject(record) ? record[key] : undefined;
      const isClear = typeof value === 'number' && (value <= below || value >= above || value === literal);
      return isClear ? value >= literal : slow(run);
    },
  '==':
    (slot, key, literal, { below, above }, slow) =>
    (run) => {
      const record = run.frame[slot];
      const value = isObject(record) ? record[key] : undefined;
      const isClear = typeof value === 'number' && (value <= below || value >= above || value === literal);
      return isClear ? value === literal : slow(run);
    },
  '!=':
    (slot, key, literal, { below, above }, slow) =>
    (run) => {
      const record = run.frame[slot];
      const value = isObject(record) ? record[key] : undefined;
      const isClear = typeof value === 'number' && (value <= below || value >= above || value === literal);
      return isClear ? value !== literal : slow(run);
    },
} as const satisfies Record<
  LiteralOperator,
  (slot: number, key: string, literal: number, near: Near, slow: Code) => Code
>;
