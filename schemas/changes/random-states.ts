import fc from 'fast-check';

/** Values that a diff treats as one: texts, numbers, lists without ids. */
const leaf = fc.oneof(
  fc.constantFrom('', 'a', 'b', 'c'),
  fc.integer({ min: 0, max: 9 }),
  fc.constantFrom(null, true, false),
  fc.constantFrom([], ['red'], ['red', 'blue']),
);

const keys = fc.constantFrom('name', 'a/b', 'm~n', 'address', 'spots');

const depth = { maxDepth: 4, depthSize: 'small', withCrossShrink: true } as const;

/**
 * Arbitrary records for property tests, shaped like form data and resources: values, nested objects, and rows
 * identified by `_id` or `id`.
 */
export const arbitraryState = fc.letrec<{ value: unknown; record: Record<string, unknown>; rows: unknown[] }>(
  (tie) => ({
    value: fc.oneof(depth, leaf, tie('record'), tie('rows')),
    record: fc.dictionary(keys, tie('value'), { maxKeys: 4, noNullPrototype: true }),
    rows: fc
      .record({
        name: fc.constantFrom('_id', 'id'),
        order: fc.shuffledSubarray([...'abcdef'], { maxLength: 4 }),
        row: tie('record'),
        other: tie('record'),
      })
      .map(({ name, order, row, other }) => order.map((id, index) => ({ ...(index % 2 ? row : other), [name]: id }))),
  }),
).record;
