import { isObject } from '../values/plain-objects.ts';
import type { CompiledExpression } from './code.ts';

/** The most common test in rules: an input field or a key of a row compared with a number literal. */
export type LiteralOperator = '<' | '<=' | '>' | '>=' | '==' | '!=';

/**
 * The rounding margin around a literal. Numbers up to `below` and from `above` compare directly; those in between may
 * count as equal to the literal.
 */
export interface RoundingMargin {
  readonly below: number;
  readonly above: number;
}

/** Computes the rounding margin of a literal. */
export function roundingMargin(literal: number): RoundingMargin {
  const margin = Math.abs(literal) * 3e-14;
  return { below: literal - margin, above: literal + margin };
}

/**
 * Compares an input field with a number literal. Every operator has its own closure, so that the JavaScript engine gets
 * a monomorphic inline cache for the key it reads. Falls back to `slow` for values that are not numbers or are within
 * the rounding margin.
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
} as const satisfies Record<
  LiteralOperator,
  (name: string, literal: number, near: RoundingMargin, slow: CompiledExpression) => CompiledExpression
>;

/** Compares a key of a variable with a number literal, in the same way. */
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
  (slot: number, key: string, literal: number, near: RoundingMargin, slow: CompiledExpression) => CompiledExpression
>;
