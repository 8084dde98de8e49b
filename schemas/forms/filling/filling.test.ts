import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { collection, container, formOf, testContext, widget } from '#tests/forms/form-builders.ts';
import type { FormValues, ValidWidget } from '../form.ts';
import { normalise } from '../normal-value.ts';
import { createFilling } from './filling.ts';
import { locateWidget } from './locate.ts';
import { pathOf } from './places.ts';
import type { Row } from './row.ts';

const form = formOf(
  widget('number_input', 'a'),
  widget('number_input', 'b', {}, { conditionalScript: '$a > 2' }),
  widget('number_input', 'sum', { readonly: true, initialValue: { value: '$a + $b' } }),
  container([widget('text_input', 'c', { required: true })], {}, { conditionalScript: '$b > 2 or $sum > 9' }),
  container(
    [widget('number_input', 'd', {}, { validationScript: 'if $d > $a { reject $d because "Above a" }' })],
    {},
    { key: 'group', conditionalScript: '$sum < 20' },
  ),
  collection(
    'lines',
    [
      widget('number_input', 'a', {}, { validationScript: 'if this < index { reject "Below " + index }' }),
      widget('text_input', 'why', { required: true }, { conditionalScript: '$a > $b' }),
      widget('text_input', 'several', { required: true }, { conditionalScript: '$lines:length > 1' }),
      widget('number_input', 'twice', { readonly: true, initialValue: { value: '$a * 2' } }),
      collection('inner', [
        widget('number_input', 'x', {}, { conditionalScript: '$x2 or index == 0' }),
        widget('checkbox', 'x2'),
      ]),
    ],
    { maxItems: 6 },
    {
      conditionalScript: '$group.d != 5',
      validationScript:
        'let $t = 0 each $l of $lines { $t += $l.twice } if $t > 30 { reject $lines because "Too many: " + $t }',
    },
  ),
);

describe('a filling', () => {
  it('equals a filling that is opened with the same data, after any change', () => {
    const number = fc.integer({ min: 0, max: 6 });
    const place = fc.nat(20);
    const change = fc.oneof(
      fc.record({ kind: fc.constant('duplicate' as const), place }),
      fc.record({ kind: fc.constant('set' as const), place, value: number }),
      fc.record({ kind: fc.constant('add' as const), place }),
      fc.record({ kind: fc.constant('remove' as const), place }),
      fc.record({ kind: fc.constant('move' as const), place, to: number }),
    );
    fc.assert(
      fc.property(fc.array(change, { maxLength: 15 }), (changes) => {
        const context = testContext();
        const filling = createFilling(form, normalise(form, {}, context).data, context, { calculation: 'calculated' });
        for (const step of changes) {
          const rows = rowsBelow(filling.top);
          const row = rows[step.place % rows.length];
          if (!row) continue;
          const lists = [...row.scope.owners.values()].filter(({ type }) => type === 'collection');
          const fields = numbersIn(row);
          const field = fields[step.place % fields.length];
          if (step.kind === 'set' && field)
            filling.set(field, row, field.type === 'checkbox' ? step.value > 3 : step.value);
          if (step.kind === 'add' && lists[0]) filling.addRow(lists[0], row);
          if (step.kind === 'duplicate') filling.duplicateRow(row);
          if (step.kind === 'remove') filling.removeRow(row);
          if (step.kind === 'remove' && step.place % 3 === 0) filling.restoreRow(row);
          if (step.kind === 'move') filling.moveRow(row, step.to);
          const reopened = createFilling(form, filling.data(), context, { calculation: 'calculated' });
          expect(filling.data()).toEqual(reopened.data());
          expect(filling.problems()).toEqual(reopened.problems());
          expect(hiddenIn(filling.top)).toEqual(hiddenIn(reopened.top));
          expect(filling.top.view).toEqual(reopened.top.view);
        }
      }),
      { numRuns: 25 },
    );
  });

  it('touches only the fields that depend on a change', () => {
    const touched: string[] = [];
    const many = formOf(
      ...Array.from({ length: 50 }, (_, index) => widget('text_input', `t${index}`, {}, { validationScript: 'false' })),
      widget('text_input', 'shown', {}, { conditionalScript: '$t7 == "yes"' }),
    );
    const onTouch = (each: ValidWidget, row: Row) => touched.push(pathOf(each, row));
    const filling = createFilling(many, {}, testContext(), { calculation: 'none', onTouch });
    touched.length = 0;
    const t7 = locateWidget(filling.top, '/t7');
    if (t7) filling.set(t7.widget, t7.row, 'no');
    expect(touched).toEqual(['/t7']);
    if (t7) filling.set(t7.widget, t7.row, 'yes');
    expect(touched).toEqual(['/t7', '/t7', '/shown']);
  });

  it('recalculates an initial value until somebody types over it', () => {
    const open = formOf(
      widget('number_input', 'a'),
      widget('number_input', 'b', { initialValue: { value: '$a * 2' } }),
    );
    const filling = createFilling(open, { a: 1, b: 2 }, testContext(), { calculation: 'untyped' });
    const set = (path: string, value: unknown) => {
      const found = locateWidget(filling.top, path);
      if (found) filling.set(found.widget, found.row, value);
    };
    set('/a', 5);
    expect(filling.data()).toEqual({ a: 5, b: 10 });
    set('/b', 7);
    set('/a', 6);
    expect(filling.data()).toEqual({ a: 6, b: 7 });
  });

  it.each([
    ['number_input', 5, undefined],
    ['text_input', 'a', ''],
    ['select', 'a', ''],
    ['tags_input', ['a'], []],
  ])('has no answer after a %s is cleared', (type, answer, cleared) => {
    const config = { emptyUntilAnswered: true, options: [{ value: 'a' }] };
    const { options: _, ...plain } = config;
    const open = formOf(
      widget(type, 'it', type === 'select' ? config : plain),
      widget('text_input', 'other', {}, { conditionalScript: '$it == nothing' }),
    );
    const filling = createFilling(open, {}, testContext(), { calculation: 'untyped' });
    const it = locateWidget(filling.top, '/it');
    const other = locateWidget(filling.top, '/other');
    if (!it || !other) throw new Error('The form has lost its fields');
    filling.set(it.widget, it.row, answer);
    expect([filling.data(), filling.top.hidden?.has(other.widget.number)]).toEqual([{ it: answer }, true]);
    filling.set(it.widget, it.row, cleared);
    expect([filling.data(), filling.top.hidden?.has(other.widget.number)]).toEqual([{}, false]);
  });

  it('keeps a value that somebody typed before it was opened', () => {
    const open = formOf(
      widget('number_input', 'a'),
      widget('number_input', 'b', { initialValue: { value: '$a * 2' } }),
    );
    const filling = createFilling(open, { a: 1, b: 9 }, testContext(), { calculation: 'untyped' });
    const a = locateWidget(filling.top, '/a');
    if (a) filling.set(a.widget, a.row, 5);
    expect(filling.data()).toEqual({ a: 5, b: 9 });
  });

  it('gives a new row its initial values', () => {
    const open = formOf(
      widget('number_input', 'price', { initialValue: { static: true, value: 3 } }),
      collection('lines', [
        widget('number_input', 'n', { initialValue: { static: true, value: 2 } }),
        widget('number_input', 'cost', { initialValue: { value: '$n * $price' } }),
      ]),
    );
    const filling = createFilling(open, { price: 3, lines: [] }, testContext(), { calculation: 'untyped' });
    const lines = locateWidget(filling.top, '/lines');
    if (lines) filling.addRow(lines.widget, lines.row);
    expect(filling.data()).toMatchObject({ lines: [{ n: 2, cost: 6 }] });
  });

  it('duplicates a row below it, with new ids inside and its own scripts', () => {
    const open = formOf(
      collection('lines', [
        widget('number_input', 'n'),
        widget('number_input', 'twice', { readonly: true, initialValue: { value: '$n * 2' } }),
        collection('inner', [widget('text_input', 'x')]),
      ]),
    );
    const row = { _id: 'a', n: 2, twice: 4, inner: [{ _id: 'b', x: 'y' }] };
    const filling = createFilling(open, { lines: [row, { _id: 'c' }] }, testContext(), { calculation: 'calculated' });
    const [first] = rowsBelow(filling.top).slice(1);
    const copy = first && filling.duplicateRow(first);
    const n = locateWidget(filling.top, '/lines/1/n');
    if (n) filling.set(n.widget, n.row, 3);
    expect(copy?.index).toBe(1);
    expect(filling.data().lines).toMatchObject([
      row,
      { _id: copy?.id, n: 3, twice: 6, inner: [{ _id: expect.stringMatching(/^row/), x: 'y' }] },
      { _id: 'c' },
    ]);
    expect(copy?.id).toMatch(/^row/);
  });

  it('opens with any data without throwing', () => {
    fc.assert(
      fc.property(
        fc.jsonValue(),
        fc.dictionary(fc.constantFrom('a', 'b', 'group', 'lines'), fc.jsonValue()),
        (any, data) => {
          expect(() => createFilling(form, any, testContext(), { calculation: 'calculated' }).problems()).not.toThrow();
          expect(() => createFilling(form, data, testContext(), { calculation: 'all' }).data()).not.toThrow();
        },
      ),
      { numRuns: 40 },
    );
  });

  it('does not modify the data it was opened with', () => {
    const data: FormValues = { a: 1, lines: [{ _id: 'x', a: 1, inner: [] }], group: { d: 1 } };
    const before = structuredClone(data);
    const filling = createFilling(form, data, testContext(), { calculation: 'calculated' });
    const d = locateWidget(filling.top, '/group/d');
    if (d) filling.set(d.widget, d.row, 4);
    expect(data).toEqual(before);
    expect(filling.data()).toMatchObject({ group: { d: 4 } });
  });
});

function rowsBelow(row: Row): Row[] {
  return [row, ...[...(row.lists?.values() ?? [])].flatMap((rows) => rows.flatMap(rowsBelow))];
}

function numbersIn({ scope }: Row): ValidWidget[] {
  const owners = [...scope.owners.values()];
  const inGroups = owners.flatMap(({ type, inner }) => (type === 'container' ? [...inner.owners.values()] : []));
  return [...owners, ...inGroups].filter(
    ({ type, isLocked }) => ['number_input', 'checkbox'].includes(type) && !isLocked,
  );
}

function hiddenIn(top: Row): unknown[] {
  return rowsBelow(top).map(({ id, hidden }) => [id, [...(hidden ?? [])].sort()]);
}
