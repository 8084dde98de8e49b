import { expect, it } from 'vitest';
import { analyze } from '../analyze.ts';

const source = 'let $a = 1 define :f { $input + $key } each $x of [$a] { take $y $x:f:length }';

it('analyze lists the declared variables, takes, loop items and helpers as symbols', () => {
  const { symbols } = analyze(source, { schema: { key: 'number' } });
  expect(
    symbols.map(({ name, kind, type, from, to }) => `${kind} ${name} ${type} '${source.slice(from, to)}'`),
  ).toEqual(["let a number '$a'", "define f any 'f'", "item x number '$x'", "take y any '$y'"]);
});

it('analyze returns for each reference its kind and its declaration', () => {
  const { references } = analyze(source, { schema: { key: 'number' } });
  const places = references.map(
    ({ name, kind, declared }) => `${kind} ${name} ${declared ? source.slice(declared.from, declared.to) : '-'}`,
  );
  expect(places).toEqual(['argument input -', 'input key -', 'let a $a', 'item x $x', 'define f f', 'helper length -']);
});

it('analyze lists each used helper once', () => {
  expect(analyze('"a":length + "b":length:text').helpersUsed).toEqual(['length', 'text']);
});
