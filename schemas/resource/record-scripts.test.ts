import { expect, it } from 'vitest';
import type { ResourceVocabulary } from '../generated/vocabulary.ts';
import { computeProperties } from './record-scripts.ts';

const now = new Date('2026-11-21T10:00:00Z');

it.each([
  ['number', '$a * $b', { a: 3, b: 1.2 }, 3.6],
  ['number', '$a + $b', { a: 0.1, b: 0.2 }, 0.3],
  ['money', '$a * $b', { a: 1, b: 1.005 }, 1.01],
  ['money', '$a / $b * $b', { a: 20.95, b: 3 }, 20.95],
  ['integer', '$a / $b * $b', { a: 100, b: 3 }, 100],
  ['integer', '$a * $b', { a: 19.99, b: 100 }, 1999],
  ['text', '$a / $b', { a: 2, b: 3 }, '0.666666666666667'],
] as const)(
  'computeProperties evaluates a %s property in decimals: %s of %o is %s',
  (kind, source, record, expected) => {
    const types = { number: 'number', money: 'number', integer: 'integer', text: 'string' } as const;
    const number = { type: 'number', title: 'A number' } as const;
    const schema: ResourceVocabulary = {
      title: 'A record',
      type: 'object',
      properties: {
        a: number,
        b: number,
        c: {
          type: types[kind],
          title: 'C',
          readOnly: true,
          'x-computed': source,
          ...(kind === 'money' ? { 'x-money': 'USD' } : {}),
        },
      },
    };
    expect(computeProperties(schema, record, now)).toEqual({ c: expected });
  },
);
