import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cloneJson, copyOfValue } from './copy-of.ts';

test('copyOf returns an equal copy that shares no objects', () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (object) => {
      const before = structuredClone(object);
      const copy = cloneJson(object);
      expect(copy).toEqual(before);
      mutate(copy);
      expect(object).toEqual(before);
    }),
  );
});

test('copyOf keeps keys such as __proto__ as plain keys', () => {
  const copy = cloneJson(JSON.parse('{"__proto__": {"isAdmin": true}, "constructor": 1}'));
  expect(Object.keys(copy)).toEqual(['__proto__', 'constructor']);
  expect(Reflect.get(copy, 'isAdmin')).toBeUndefined();
  expect(copyOfValue([{ a: 1 }, null, 'text'])).toEqual([{ a: 1 }, null, 'text']);
});

function mutate(value: unknown): void {
  if (typeof value !== 'object' || value === null) return;
  for (const [key, each] of Object.entries(value)) {
    mutate(each);
    Reflect.set(value, key, 'spoilt');
  }
}
