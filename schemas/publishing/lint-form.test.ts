import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { collection, container, formOf, widget } from '#tests/forms/form-builders.ts';
import { readForm } from '../forms/read-form.ts';
import { lintForm } from './lint-form.ts';

const empty = { emptyUntilAnswered: true };
const number = (key: string, config: object = empty) => widget('number_input', key, { ...config }, key);
const total = (value: string, type = 'number_input') =>
  widget(type, 'total', { ...empty, readonly: true, initialValue: { value } }, 'Total');
const messages = (...widgets: unknown[]) => lintForm(formOf(...widgets)).map(({ message }) => message);
const hint = (key: string, fix: string) => `Total has no value while ${key} is unanswered: ${fix}`;

describe('warningsOf a calculated number that becomes empty while an input is empty', () => {
  it.each([
    ['$price - $discount', ['price', 'discount']],
    ['$price - ($discount or 0)', ['price']],
    ['($price or 0) - ($discount or 0)', []],
    ['let $net = $price\nif $discount { $net = $net - $discount }\n$net', ['price']],
    ['if $price and $discount { $price - $discount } else { 0 }', []],
    ['define :net { $input - $discount }\n($price or 0):net', ['discount']],
    ['[$price, $discount]:length', []],
  ])('names its inputs and the fix: %s', (script, keys) => {
    const fixes = keys.map((key) => hint(key, `write ($${key} or 0)`));
    expect(messages(number('price'), number('discount'), total(script))).toEqual(fixes);
  });

  it('warns if the input is required, but not if it has a default', () => {
    expect(messages(number('price', { required: true }), total('$price * 2'))).toEqual([
      hint('price', 'write ($price or 0)'),
    ]);
    expect(messages(number('price', {}), total('$price * 2'))).toEqual([]);
  });

  it('warns about inputs in rows, across rows, in groups, and hidden by a script', () => {
    const cost = widget('number_input', 'cost', { readonly: true, initialValue: { value: '$rate * 2' } }, 'Cost');
    expect(messages(collection('lines', [number('rate'), cost], {}, { label: 'Lines' }))).toEqual([
      'Cost has no value while rate is unanswered: write ($rate or 0)',
    ]);
    const first = 'let $sum = nothing each $line of $lines { $sum = $line.rate } $sum * 2';
    expect(messages(collection('lines', [number('rate')], {}, { label: 'Lines' }), total(first))).toEqual([
      hint('rate', 'write ($line.rate or 0)'),
    ]);
    const group = container([number('fee')], {}, { key: 'costs', conditionalScript: 'false' });
    expect(messages(group, total('$costs.fee * 2'))).toContain(hint('fee', 'write ($costs.fee or 0)'));
  });

  it('suggests an if statement for an input that is not a number', () => {
    const start = widget('date_input', 'start', empty, 'Start');
    expect(messages(start, total('(now - $start) / 1 day'))).toEqual([
      hint('start', 'handle the missing value, as in if $start { … } else { 0 }'),
    ]);
  });

  it('warns once, where the number is calculated first', () => {
    const net = widget('number_input', 'net', { readonly: true, initialValue: { value: '$price * 2' } }, 'Net');
    expect(messages(number('price'), net, total('$net * 2'))).toEqual([
      'Net has no value while price is unanswered: write ($price or 0)',
    ]);
  });

  it('points to the expression', () => {
    const form = formOf(number('price'), { ...total('$price * 2'), id: 'total' });
    const path = '/formSchema/root/config/layout/1/columns/0/widget/config/initialValue/value';
    expect(lintForm(form)).toMatchObject([{ path, widget: 'total' }]);
  });
});

const templates = new URL('../forms/templates/', import.meta.url);

it.each(readdirSync(templates).filter((name) => name.endsWith('.json')))(
  'warningsOf the template %s is empty',
  (name) => {
    const { formSchema, tableColumns } = JSON.parse(readFileSync(new URL(name, templates), 'utf8'));
    expect(lintForm(readForm(formSchema), tableColumns)).toEqual([]);
  },
);
