import fc from 'fast-check';
import { mongo } from 'mongoose';
import { expect, test } from 'vitest';
import { JsonRows, type RowProperty, RowShape } from './bson-to-json.ts';

const { BSON, Binary, Decimal128, Long, ObjectId } = mongo;

/** The JSON of documents that the transcoder writes; undefined if it leaves one of them to its caller. */
function jsonOf(documents: object[], properties: RowProperty[]): string | undefined {
  const rows = new JsonRows();
  const shape = new RowShape(properties);
  const isWhole = documents.every((document) => rows.add(BSON.serialize(document), shape));
  return isWhole ? rows.within('', '').toString() : undefined;
}

/** What the driver and JSON.stringify make of a value. */
const usualJson = (value: unknown) => {
  const document = BSON.deserialize(BSON.serialize({ value }));
  return JSON.stringify({ value: document.value });
};

const value = [{ name: 'value' }];

test.each<[string, unknown]>([
  ['a text', 'Radio & TV'],
  ['a text with quotes, backslashes and control characters', 'a "b" \\ c\n\u0001\u007f'],
  ['a text with letters beyond ASCII', 'Ünïcödé 用户 😀 \u2028'],
  ['an empty text', ''],
  ['a long text', 'long '.repeat(100)],
  ['an id', new ObjectId('65a1b2c3d4e5f60718293a4b')],
  ['a date', new Date('2026-11-29T10:20:30.456Z')],
  ['a date before 1970', new Date(-1)],
  ['whole numbers', [0, 1, -1, 2 ** 31 - 1, -(2 ** 31), 2 ** 31, 2 ** 53 - 1]],
  ['numbers with a fraction', [0.1, -19.99, 1e21, 1e-7, 5e-324, 1.7976931348623157e308, -0]],
  ['numbers that JSON has none for', [Number.NaN, Number.POSITIVE_INFINITY]],
  ['a long integer', Long.fromNumber(1_234_567_890_123)],
  ['booleans and nothing', [true, false, null]],
  ['nested objects and lists', { a: [{ b: [] }, {}], 'c d': { 'e"f': 1 } }],
])('writes %s as the driver and JSON.stringify do', (_, each) => {
  expect(jsonOf([{ value: each }], value)).toBe(usualJson(each));
});

test.each<[string, unknown]>([
  ['a decimal', Decimal128.fromString('1.5')],
  ['binary data', new Binary(Buffer.from('abc'))],
  ['a regular expression', /a/],
  ['an integer beyond 2^53', Long.MAX_VALUE],
  ['keys that JavaScript orders differently', { b: 1, '2': 2, '1': 1 }],
  ['a reference of the driver', { $ref: 'orders', $id: 1 }],
  ['values nested more than 100 deep', Array.from({ length: 120 }).reduce<unknown>((inner) => [inner], 1)],
])('leaves %s to its caller, without a part of the row', (_, each) => {
  const rows = new JsonRows();
  const shape = new RowShape(value);
  rows.add(BSON.serialize({ value: 'first' }), shape);
  expect(rows.add(BSON.serialize({ value: each }), shape)).toBe(false);
  rows.addJson('{"value":"third"}');
  expect(rows.within('', '').toString()).toBe('{"value":"first"},{"value":"third"}');
});

test('writes the properties of the shape only, in its order, and under their names', () => {
  const shape: RowProperty[] = [
    { name: 'id', storedName: '_id' },
    { name: 'status' },
    { name: 'products', isList: true, properties: [{ name: 'quantity' }, { name: 'product' }] },
    { name: 'address', properties: [{ name: 'city' }] },
    { name: 'missing' },
    { name: 'copies', ifMissing: '[1]' },
  ];
  const document = {
    address: { street: 'Keizersgracht', city: 'Amsterdam' },
    secret: 'hash',
    products: [{ product: 'a', data: {}, quantity: 2 }, {}],
    _id: 'first',
    status: null,
  };
  expect(jsonOf([document], shape)).toBe(
    '{"id":"first","status":null,"products":[{"quantity":2,"product":"a"},{}],"address":{"city":"Amsterdam"},"copies":[1]}',
  );
  expect(jsonOf([{ address: null, products: null }], shape)).toBe('{"products":null,"address":null,"copies":[1]}');
  expect(jsonOf([{ address: ['a list'] }], shape)).toBeUndefined();
  expect(jsonOf([{ products: [1] }], shape)).toBeUndefined();
  expect(jsonOf([{ copies: 2 }], shape)).toBe('{"copies":2}');
  expect(jsonOf([{}], [{ name: 'missing' }])).toBe('{}');
});

test('a row can be removed again, and the buffer grows with long rows', () => {
  const rows = new JsonRows();
  const shape = new RowShape(value);
  const long = { value: 'x'.repeat(100_000) };
  for (let count = 0; count < 3; count += 1) rows.add(BSON.serialize(long), shape);
  rows.removeLast();
  expect(JSON.parse(rows.within('[', ']').toString())).toEqual([long, long]);
  expect({ count: rows.count, length: rows.length }).toEqual({ count: 2, length: rows.within('', '').length });
});

test('any document of JSON values has the JSON that JSON.stringify gives, or is left to the caller', () => {
  fc.assert(
    fc.property(fc.jsonValue({ noUnicodeString: false, maxDepth: 4 }), (each) => {
      if (JSON.stringify(each).includes('\\u0000')) return;
      const json = jsonOf([{ value: each }], value);
      if (json !== undefined) expect(json).toBe(usualJson(each));
    }),
    { numRuns: 1_000 },
  );
});
