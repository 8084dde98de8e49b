import { describe, expect, it } from 'vitest';
import { collection, container, contextOf, formOf, widget } from '#tests/forms/written.ts';
import { calculate } from './calculate.ts';
import { changesToReadonly } from './changes-to-readonly.ts';
import type { FormData } from './form.ts';

const form = formOf(
  widget('text_input', 'open'),
  widget('text_input', 'fixed', { readonly: true }),
  widget('number_input', 'double', { readonly: true, initialValue: { value: '$a * 2' } }),
  widget('number_input', 'a'),
  container([widget('text_input', 'street')], { disabled: true }, { key: 'address' }),
  collection('lines', [
    widget('text_input', 'name'),
    widget('text_input', 'code', { readonly: true, initialValue: { static: true, value: 'new' } }),
  ]),
);
const before: FormData = {
  ...{ open: 'a', fixed: 'b', double: 2, a: 1, address: { street: 'c' } },
  lines: [
    { _id: 'x', name: 'x', code: 'x1' },
    { _id: 'y', name: 'y', code: 'y1' },
  ],
};
const refused = (after: FormData) => {
  const calculated = calculate(form, after, contextOf());
  return changesToReadonly(form, { before, after, calculated }, contextOf()).map(({ path }) => path);
};

describe('a person', () => {
  it('may change what is neither readonly nor disabled', () => {
    expect(refused({ ...before, open: 'z' })).toEqual([]);
  });

  it('may not change what is, nor what stands in it', () => {
    const address = { street: 'z' };
    expect(refused({ ...before, fixed: 'z', address })).toEqual(['/fixed', '/address/street']);
  });

  it('may send a calculated field as it was or as it will be, and nothing else', () => {
    expect(refused({ ...before, a: 5, double: 2 })).toEqual([]);
    expect(refused({ ...before, a: 5, double: 10 })).toEqual([]);
    expect(refused({ ...before, a: 5, double: 11 })).toEqual(['/double']);
  });

  it('may send the normal form of a value that was stored before it was one', () => {
    const stored = { ...before, fixed: 'b ', lines: [{ _id: 'x', name: 'x', code: ' x1' }] };
    const after = { ...before, lines: [{ _id: 'x', name: 'x', code: 'x1' }] };
    expect(changesToReadonly(form, { before: stored, after, calculated: after }, contextOf())).toEqual([]);
  });

  it('may move and remove rows, and add one as new rows begin', () => {
    const [x, y] = [
      { _id: 'x', name: 'x', code: 'x1' },
      { _id: 'y', name: 'z', code: 'y1' },
    ];
    expect(refused({ ...before, lines: [y, { _id: 'n', name: 'n', code: 'new' }, x] })).toEqual([]);
    expect(refused({ ...before, lines: [y] })).toEqual([]);
    expect(refused({ ...before, lines: [y, { _id: 'n', name: 'n', code: 'own' }] })).toEqual(['/lines/1/code']);
  });
});
