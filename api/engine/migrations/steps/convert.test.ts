import mongoose from 'mongoose';
import { expect, it } from 'vitest';
import type { Property } from '#schemas/generated/vocabulary.ts';
import { convertLosslessly, toStoredValue } from './steps.ts';

const id = '0123456789abcdef01234567';
const objectId = new mongoose.Types.ObjectId(id);
const moment: Property = { type: 'string', format: 'date-time' };

it.each<[Property, unknown, unknown]>([
  [{ type: 'string' }, 1.5, '1.5'],
  [{ type: 'string' }, true, 'true'],
  [{ type: 'string' }, new Date(0), '1970-01-01T00:00:00.000Z'],
  [{ type: 'string' }, objectId, id],
  [{ type: 'string' }, ['a'], undefined],
  [{ type: 'number' }, '1.5', 1.5],
  [{ type: 'number' }, '01', undefined],
  [{ type: 'number' }, 'Infinity', undefined],
  [{ type: 'integer' }, '7', 7],
  [{ type: 'boolean' }, 'true', true],
  [{ type: 'boolean' }, 'yes', undefined],
  [{ type: 'string', format: 'date' }, new Date(0), '1970-01-01'],
  [{ type: 'string', format: 'date' }, new Date(1), undefined],
  [{ type: 'string', format: 'date' }, '3/31/2026', '2026-03-31'],
  [{ type: 'string', format: 'date' }, ' 31-Mar-26', '2026-03-31'],
  [{ type: 'string', format: 'date' }, '2026-03-31T00:00:00.000Z', '2026-03-31'],
  [{ type: 'string', format: 'date' }, '2026-03-31T08:30:00.000Z', undefined],
  [{ type: 'string', format: 'date' }, 'Mar 31', undefined],
  [{ type: 'string', format: 'date' }, '2026-02-30', undefined],
  [{ type: 'string', format: 'date' }, '46112', undefined],
  [{ type: 'string', format: 'date' }, '', undefined],
  [moment, '1970-01-01T01:00:00+01:00', new Date(0)],
  [moment, '1970-01-01T00:00:00', undefined],
  [{ type: 'string', 'x-ref': 'User' }, id, objectId],
  [{ type: 'string', 'x-ref': 'User' }, 'Ann', undefined],
  [{ type: 'array', items: { type: 'number' } }, '1', [1]],
  [{ type: 'array', items: { type: 'number' } }, ['1', 'x'], [1, 'x']],
  [{ type: 'object', properties: {} }, 'a', undefined],
])(
  'converts to the type of %j %j to %j, or to undefined if it has no exact equivalent',
  (property, value, expected) => {
    expect(convertLosslessly(value, property)).toEqual(expected);
  },
);

it('asStored converts JSON to database types at any depth', () => {
  const property: Property = {
    type: 'object',
    properties: {
      at: moment,
      of: { type: 'array', items: { type: 'string', 'x-ref': 'User' } },
      name: { type: 'string' },
    },
  };
  expect(toStoredValue({ at: '1970-01-01T00:00:00Z', of: [id], name: 'n', other: id }, property)).toEqual({
    at: new Date(0),
    of: [objectId],
    name: 'n',
    other: id,
  });
});
