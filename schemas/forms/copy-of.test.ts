import fc from 'fast-check';
import { expect, test } from 'vitest';
import { copyOf, copyOfValue } from './copy-of.ts';

test('a copy says the same and shares nothing', () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (object) => {
      const before = structuredClone(object);
      const copy = copyOf(object);
      expect(copy).toEqual(before);
      spoil(copy);
      expect(object).toEqual(before);
    }),
  );
});

test('keys that mean something to objects stay keys', () => {
  const copy = copyOf(JSON.parse('{"__proto__": {"isAdmin": true}, "constructor": 1}'));
  expect(Object.keys(copy)).toEqual(['__proto__', 'constructor']);
  expect(Reflect.get(copy, 'isAdmin')).toBeUndefined();
  expect(copyOfValue([{ a: 1 }, null, 'text'])).toEqual([{ a: 1 }, null, 'text']);
});

function spoil(value: unknown): void {
  if (typeof value !== 'object' || value === null) return;
  for (const [key, each] of Object.entries(value)) {
    spoil(each);
    Reflect.set(value, key, 'spoilt');
  }
}
