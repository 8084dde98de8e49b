import { describe, expect, it } from 'vitest';
import { collection, container, formOf, testContext, widget } from '#tests/forms/form-builders.ts';
import type { FormValues } from './form.ts';
import { visibleWidgets } from './format-errors.ts';
import { withoutHidden } from './without-hidden.ts';

const on = { conditionalScript: '$on' };
const form = formOf(
  widget('checkbox', 'on'),
  container([widget('text_input', 'loose', { required: true })], {}, on),
  container([widget('text_input', 'street', { required: true })], {}, { key: 'address', ...on }),
  collection('lines', [
    widget('number_input', 'count'),
    widget('text_input', 'why', { required: true }, { conditionalScript: '$count > 2' }),
  ]),
  widget('text_input', 'off', { required: true, hidden: true }),
);
const data: FormValues = {
  on: false,
  loose: 'a',
  address: { street: 'b' },
  lines: [
    { _id: 'x', count: 3, why: 'c' },
    { _id: 'y', count: 1, why: 'd' },
  ],
  off: 'e',
  old: 'f',
};
const keyed = ({ widget: { key }, path }: { widget: { key: string }; path: string }) => (key === '' ? [] : [path]);

describe('a conditional script', () => {
  it('hides its widget per row, with everything inside it', () => {
    expect(visibleWidgets(form, data, testContext()).flatMap(keyed)).toEqual([
      ...['/on', '/lines', '/lines/0/count', '/lines/0/why', '/lines/1/count', '/off'],
    ]);
    expect(visibleWidgets(form, { ...data, on: true }, testContext()).flatMap(keyed)).toContain('/address/street');
  });

  it('removes hidden values when an order is submitted, and nothing else', () => {
    expect(withoutHidden(form, data, testContext())).toEqual({
      on: false,
      lines: [
        { _id: 'x', count: 3, why: 'c' },
        { _id: 'y', count: 1 },
      ],
      off: 'e',
      old: 'f',
    });
  });

  it("may read the length of its own row's list", () => {
    const why = widget('text_input', 'why', {}, { conditionalScript: '$rows:length > 1' });
    const listed = formOf(collection('rows', [widget('text_input', 'name'), why]));
    expect(listed.problems).toEqual([]);
    const shown = (...rows: FormValues[]) => visibleWidgets(listed, { rows }, testContext()).flatMap(keyed);
    expect(shown({ _id: 'x' })).not.toContain('/rows/0/why');
    expect(shown({ _id: 'x' }, { _id: 'y' })).toEqual(expect.arrayContaining(['/rows/0/why', '/rows/1/why']));
    const own = widget('text_input', 'own', {}, { conditionalScript: '$rows:first.own == "a"' });
    expect(formOf(collection('rows', [own])).problems).toMatchObject([{ message: expect.stringContaining('Cyclic') }]);
  });

  it.each([
    ['', true],
    ['  ', true],
    ['let $a = 0', true],
    ['$on', false],
    ['$nothing_such_in_data', false],
    ['not $on', true],
    ['reject "x"', false],
  ])('%j shows its widget: %j', (conditionalScript, isShown) => {
    const one = formOf(
      widget('checkbox', 'on'),
      widget('text_input', 'nothing_such_in_data', { required: true }),
      widget('text_input', 'it', {}, { conditionalScript }),
    );
    const paths = visibleWidgets(one, { on: false, it: '' }, testContext()).map(({ path }) => path);
    expect(paths.includes('/it')).toBe(isShown);
  });
});
