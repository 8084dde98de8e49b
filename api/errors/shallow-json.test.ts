import { describe, expect, it } from 'vitest';
import { shallowJson } from './shallow-json.ts';

describe('JSON that lies too deep', () => {
  it('is cut where it is too much, and closed, so that the place can be named', () => {
    expect(shallowJson('{"a":[[[1]]],"b":2}', 2)).toBe('{"a":[[]]}');
    expect(shallowJson('[{"a":{"b":1}},3]', 2)).toBe('[{"a":{}}]');
  });

  it.each(['{"a":[1,{"b":[]}],"c":[[]]}', '["[[[[","\\"[[[[","\\\\"]', '"text"', '', ']]]]', '[[[', '\\'])(
    'is read as it is where it lies no deeper: %s',
    (text) => {
      expect(shallowJson(text, 4)).toBe(text);
    },
  );
});
