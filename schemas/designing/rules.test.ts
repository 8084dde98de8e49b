import { expect, it } from 'vitest';
import { readForm } from '../forms/read-form.ts';
import { box, field, formSchema, row } from './example-design.ts';
import { matchesSearch, rulesOf } from './rules.ts';

it('rulesOf lists all scripts of a form in order, with the fields they read', () => {
  const rules = rulesOf(readForm(formSchema));
  expect(rules.map(({ name, kind, reads }) => [name, kind, reads])).toEqual([
    ['BUDGET', 'validation', ['$floor']],
    ['PRICE', 'validation', ['$price', '$floor', '$spots']],
    ['TOTAL', 'initial', ['$spots', '$floor']],
  ]);
  expect(rules.filter((rule) => matchesSearch(rule, 'FLOOR  initial')).map(({ name }) => name)).toEqual(['TOTAL']);
});

it('rulesOf reports each error of a script once', () => {
  const broken = field('name', { conditionalScript: 'if $name {', validationScript: '$nmae' });
  const [condition, validation] = rulesOf(readForm({ version: 1, root: box('root', [row(broken)]) }));
  expect(condition?.diagnostics).toHaveLength(1);
  expect(validation?.diagnostics).toMatchObject([{ code: 'undefined-variable', suggestion: '$name' }]);
});
