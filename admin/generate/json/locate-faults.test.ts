import { json } from '@codemirror/lang-json';
import { EditorState } from '@codemirror/state';
import { expect, it } from 'vitest';
import { locateFaults } from './locate-faults.ts';

const text = `{
  "type": "object",
  "allOf": [{ "a/b": 1 }, { "title": "x" }],
  "properties": {
    "w\\u0065eks": {
      "patern": "x"
    }
  }
}`;

it.each([
  ['/type', 2, '"type": "object"'],
  ['/allOf/0/a~1b', 3, '"a/b": 1'],
  ['/allOf/1', 3, '{ "title": "x" }'],
  ['/properties/weeks/patern', 6, '"patern": "x"'],
  ['/properties/weeks', 5, '"w\\u0065eks": {'],
  ['/properties/weeks/patern/further', 6, '"patern": "x"'],
  ['/missing', 1, '{'],
  ['', 1, '{'],
])('locateFaults puts a fault at %s on line %i', (path, line, marked) => {
  const state = EditorState.create({ doc: text, extensions: json() });
  const [located] = locateFaults(state, [{ path, message: 'No' }]);
  expect(located).toMatchObject({ line, message: 'No' });
  expect(text.slice(located?.from, located?.to)).toBe(marked);
});

it('locateFaults returns faults in text order', () => {
  const state = EditorState.create({ doc: text, extensions: json() });
  const faults = ['/properties', '/allOf', '/type'].map((path) => ({ path, message: 'No' }));
  expect(locateFaults(state, faults).map(({ path }) => path)).toEqual(['/type', '/allOf', '/properties']);
});

it('locateFaults puts faults of an empty text at its start', () => {
  expect(locateFaults(EditorState.create({ doc: '', extensions: json() }), [{ path: '/a', message: 'No' }])).toEqual([
    { path: '/a', message: 'No', from: 0, to: 0, line: 1 },
  ]);
});
