import { describe, expect, it } from 'vitest';
import { parseJson } from './JsonInput.tsx';

describe('parseJson', () => {
  it('parseJson parses an object', () => {
    expect(parseJson('{"a": [1, null]}', { shape: 'map' })).toEqual({ value: { a: [1, null] } });
  });

  it('returns no value for blank text', () => {
    expect(parseJson(' \n', { shape: 'map' })).toEqual({ value: undefined });
  });

  it.each([
    ['[]', 'map', 'Must be an object, written { … }'],
    ['null', 'map', 'Must be an object, written { … }'],
    ['{}', 'list', 'Must be a list, written [ … ]'],
  ] as const)('rejects %s where a %s is expected', (text, shape, message) => {
    expect(parseJson(text, { shape })).toEqual({ message });
  });

  it('names the line of a syntax error', () => {
    expect(parseJson('{\n  "a": 1,\n  b\n}', { shape: 'map' })).toEqual({
      message: expect.stringMatching(/^Line 3, not valid JSON: Expected/),
    });
  });

  it('names the line that the editor has found', () => {
    expect(parseJson('{\n  "a": 1\n  "b": 2\n}', { shape: 'map', brokenLine: 3 })).toEqual({
      message: expect.stringMatching(/^Line 3, not valid JSON: \S/),
    });
  });

  it('reports a syntax error without a known position', () => {
    expect(parseJson('{"a":', { shape: 'map' })).toEqual({ message: expect.stringMatching(/not valid JSON: \S/) });
  });
});
