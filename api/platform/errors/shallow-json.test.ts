import { describe, expect, it } from 'vitest';
import { shallowJson } from './body-limits.ts';

describe('shallowJson', () => {
  it('cuts JSON at the first excess level and closes it, so that the place can be named', () => {
    expect(shallowJson('{"a":[[[1]]],"b":2}', 2)).toBe('{"a":[[]]}');
    expect(shallowJson('[{"a":{"b":1}},3]', 2)).toBe('[{"a":{}}]');
  });

  it.each(['{"a":[1,{"b":[]}],"c":[[]]}', '["[[[[","\\"[[[[","\\\\"]', '"text"', '', ']]]]', '[[[', '\\'])(
    'returns JSON within the depth limit unchanged: %s',
    (text) => {
      expect(shallowJson(text, 4)).toBe(text);
    },
  );
});
