import { describe, expect, it } from 'vitest';
import { collection, container, formOf, testContext, widget } from '#tests/forms/form-builders.ts';
import { calculate, changesToReadonly } from './fill.ts';
import type { FormValues } from './form.ts';

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
const before: FormValues = {
  ...{ open: 'a', fixed: 'b', double: 2, a: 1, address: { street: 'c' } },
  lines: [
    { _id: 'x', name: 'x', code: 'x1' },
    { _id: 'y', name: 'y', code: 'y1' },
  ],
};
const rejectedPaths = (after: FormValues) => {
  const calculated = calculate(form, after, testContext());
  return changesToReadonly(form, { before, after, calculated }, testContext()).map(({ path }) => path);
};

describe('changesToReadonly', () => {
  it('allows changes to fields that are neither readonly nor disabled', () => {
    expect(rejectedPaths({ ...before, open: 'z' })).toEqual([]);
  });

  it('rejects changes to readonly and disabled fields, and to fields inside them', () => {
    const address = { street: 'z' };
    expect(rejectedPaths({ ...before, fixed: 'z', address })).toEqual(['/fixed', '/address/street']);
  });

  it('allows a calculated field to be sent with its old or its new value, and rejects others', () => {
    expect(rejectedPaths({ ...before, a: 5, double: 2 })).toEqual([]);
    expect(rejectedPaths({ ...before, a: 5, double: 10 })).toEqual([]);
    expect(rejectedPaths({ ...before, a: 5, double: 11 })).toEqual(['/double']);
  });

  it('allows the normalized form of a stored value', () => {
    const stored = { ...before, fixed: 'b ', lines: [{ _id: 'x', name: 'x', code: ' x1' }] };
    const after = { ...before, lines: [{ _id: 'x', name: 'x', code: 'x1' }] };
    expect(changesToReadonly(form, { before: stored, after, calculated: after }, testContext())).toEqual([]);
  });

  it('allows moving and removing rows, and adding rows with their initial values', () => {
    const [x, y] = [
      { _id: 'x', name: 'x', code: 'x1' },
      { _id: 'y', name: 'z', code: 'y1' },
    ];
    expect(rejectedPaths({ ...before, lines: [y, { _id: 'n', name: 'n', code: 'new' }, x] })).toEqual([]);
    expect(rejectedPaths({ ...before, lines: [y] })).toEqual([]);
    expect(rejectedPaths({ ...before, lines: [y, { _id: 'n', name: 'n', code: 'own' }] })).toEqual(['/lines/1/code']);
  });
});
