import { isObject } from '../values/plain.ts';
import type { Code } from './code.ts';

/** What most rules ask: how a name of the input, or a key of a row, compares with a number. */
export type LiteralOperator = '<' | '<=' | '>' | '>=' | '==' | '!=';

/**
 * A name of the input against a number, with a closure for each operator: so each asks in code of its own, where the engine
 * learns which key it reads. What is no number goes the slow way.
 */
export const INPUT_TESTS = {
  '<': (name, literal, slow) => (run) => {
    const value = run.data === null ? undefined : run.data[name];
    return typeof value === 'number' ? value < literal : slow(run);
  },
  '<=': (name, literal, slow) => (run) => {
    const value = run.data === null ? undefined : run.data[name];
    return typeof value === 'number' ? value <= literal : slow(run);
  },
  '>': (name, literal, slow) => (run) => {
    const value = run.data === null ? undefined : run.data[name];
    return typeof value === 'number' ? value > literal : slow(run);
  },
  '>=': (name, literal, slow) => (run) => {
    const value = run.data === null ? undefined : run.data[name];
    return typeof value === 'number' ? value >= literal : slow(run);
  },
  '==': (name, literal, slow) => (run) => {
    const value = run.data === null ? undefined : run.data[name];
    return typeof value === 'number' ? value === literal : slow(run);
  },
  '!=': (name, literal, slow) => (run) => {
    const value = run.data === null ? undefined : run.data[name];
    return typeof value === 'number' ? value !== literal : slow(run);
  },
} as const satisfies Record<LiteralOperator, (name: string, literal: number, slow: Code) => Code>;

/** The same for a key of a variable. */
export const KEY_TESTS = {
  '<': (slot, key, literal, slow) => (run) => {
    const record = run.frame[slot];
    const value = isObject(record) ? record[key] : undefined;
    return typeof value === 'number' ? value < literal : slow(run);
  },
  '<=': (slot, key, literal, slow) => (run) => {
    const record = run.frame[slot];
    const value = isObject(record) ? record[key] : undefined;
    return typeof value === 'number' ? value <= literal : slow(run);
  },
  '>': (slot, key, literal, slow) => (run) => {
    const record = run.frame[slot];
    const value = isObject(record) ? record[key] : undefined;
    return typeof value === 'number' ? value > literal : slow(run);
  },
  '>=': (slot, key, literal, slow) => (run) => {
    const record = run.frame[slot];
    const value = isObject(record) ? record[key] : undefined;
    return typeof value === 'number' ? value >= literal : slow(run);
  },
  '==': (slot, key, literal, slow) => (run) => {
    const record = run.frame[slot];
    const value = isObject(record) ? record[key] : undefined;
    return typeof value === 'number' ? value === literal : slow(run);
  },
  '!=': (slot, key, literal, slow) => (run) => {
    const record = run.frame[slot];
    const value = isObject(record) ? record[key] : undefined;
    return typeof value === 'number' ? value !== literal : slow(run);
  },
} as const satisfies Record<LiteralOperator, (slot: number, key: string, literal: number, slow: Code) => Code>;
