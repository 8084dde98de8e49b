import { describe, expect, it } from 'vitest';
import { collection, container, contextOf, formOf, widget } from '#tests/forms/written.ts';
import { calculate } from './calculate.ts';
import { initialValues } from './initial-values.ts';

const given = (value: unknown) => ({ initialValue: { static: true, value } });
const worked = (value: string) => ({ initialValue: { value } });

describe('a new order', () => {
  it('begins in normal form, with what is required left open', () => {
    const form = formOf(
      widget('text_input', 'a'),
      widget('text_input', 'b', { required: true }),
      widget('select', 'c', { options: [{ value: 'first' }] }),
    );
    expect(initialValues(form, contextOf())).toEqual({ a: '', c: 'first' });
  });

  it('takes a static initial value as it is, in its normal form, in rows too', () => {
    const form = formOf(
      widget('number_input', 'a', { required: true, maxValue: 5, ...given('7') }),
      container([widget('text_input', 'street', given('Main'))], {}, { key: 'address' }),
      collection('lines', [widget('text_input', 'b', given('x'))], { minItems: 1 }),
      collection('more', [widget('text_input', 'b', given('x'))], given([{ b: 'own' }, {}])),
    );
    expect(initialValues(form, contextOf())).toMatchObject({
      a: 5,
      address: { street: 'Main' },
      lines: [{ b: 'x' }],
      more: [{ b: 'own' }, { b: 'x' }],
    });
  });

  it('works out the others, each after what it reads, however they are written', () => {
    const form = formOf(
      widget('number_input', 'c', worked('$b * 2')),
      widget('number_input', 'b', worked('$a + 1')),
      widget('number_input', 'a', given(3)),
      widget('text_input', 'who', worked('$client.name')),
    );
    expect(initialValues(form, contextOf({ client: { name: 'Acme' } }))).toEqual({ a: 3, b: 4, c: 8, who: 'Acme' });
  });

  it('keeps dates as days or moments', () => {
    const form = formOf(
      widget('date_input', 'day', worked('now + 2 days')),
      widget('date_input', 'moment', { includeTime: true, ...worked('now') }),
      widget('date_input', 'here', worked('now')),
    );
    const values = initialValues(form, contextOf({ now: new Date('2024-06-30T23:30:00Z') }));
    expect(values).toEqual({ day: '2024-07-02', moment: '2024-06-30T23:30:00.000Z', here: '2024-06-30' });
    const inTokyo = initialValues(form, contextOf({ now: new Date('2024-06-30T23:30:00Z'), zone: 'Asia/Tokyo' }));
    expect(inTokyo).toMatchObject({ here: '2024-07-01' });
  });
});

describe('a calculated field', () => {
  const form = formOf(
    widget('number_input', 'a'),
    widget('number_input', 'double', { readonly: true, ...worked('$a * 2') }),
    widget('number_input', 'open', worked('$a * 3')),
    container([widget('number_input', 'inside', worked('$double + 1'))], { disabled: true }),
    collection('lines', [
      widget('number_input', 'n'),
      widget('number_input', 'share', { readonly: true, precision: 2, ...worked('$n / $double') }),
    ]),
  );

  it('is an expression on what a person cannot change; other fields keep what they have', () => {
    const data = { a: 2, double: 99, open: 99, inside: 99, lines: [{ _id: 'x', n: 1, share: 99 }] };
    expect(calculate(form, data, contextOf())).toEqual({
      ...{ a: 2, double: 4, open: 99, inside: 5 },
      lines: [{ _id: 'x', n: 1, share: 0.25 }],
    });
  });

  it('does not change the data it is given', () => {
    const data = Object.freeze({ a: 2, lines: Object.freeze([Object.freeze({ _id: 'x', n: 1 })]) });
    expect(calculate(form, data, contextOf())).toMatchObject({ double: 4 });
  });
});
