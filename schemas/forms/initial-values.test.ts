import { describe, expect, it } from 'vitest';
import { collection, container, formOf, testContext, widget } from '#tests/forms/form-builders.ts';
import { calculate, initialValues } from './fill.ts';

const staticValue = (value: unknown) => ({ initialValue: { static: true, value } });
const computedValue = (value: string) => ({ initialValue: { value } });

describe('initialValues of a new order', () => {
  it('contain defaults, and omit required fields', () => {
    const form = formOf(
      widget('text_input', 'a'),
      widget('text_input', 'b', { required: true }),
      widget('select', 'c', { options: [{ value: 'first' }] }),
    );
    expect(initialValues(form, testContext())).toEqual({ a: '', c: 'first' });
  });

  it('contain static initial values in normal form, in rows too', () => {
    const form = formOf(
      widget('number_input', 'a', { required: true, maxValue: 5, ...staticValue('7') }),
      container([widget('text_input', 'street', staticValue('Main'))], {}, { key: 'address' }),
      collection('lines', [widget('text_input', 'b', staticValue('x'))], { minItems: 1 }),
      collection('more', [widget('text_input', 'b', staticValue('x'))], staticValue([{ b: 'own' }, {}])),
    );
    expect(initialValues(form, testContext())).toMatchObject({
      a: 5,
      address: { street: 'Main' },
      lines: [{ b: 'x' }],
      more: [{ b: 'own' }, { b: 'x' }],
    });
  });

  it('compute the others in dependency order, whatever their order in the form', () => {
    const form = formOf(
      widget('number_input', 'c', computedValue('$b * 2')),
      widget('number_input', 'b', computedValue('$a + 1')),
      widget('number_input', 'a', staticValue(3)),
      widget('text_input', 'who', computedValue('$client.name')),
    );
    expect(initialValues(form, testContext({ client: { name: 'Acme' } }))).toEqual({ a: 3, b: 4, c: 8, who: 'Acme' });
  });

  it('store dates as days or moments', () => {
    const form = formOf(
      widget('date_input', 'day', computedValue('now + 2 days')),
      widget('date_input', 'moment', { includeTime: true, ...computedValue('now') }),
      widget('date_input', 'here', computedValue('now')),
    );
    const values = initialValues(form, testContext({ now: new Date('2024-06-30T23:30:00Z') }));
    expect(values).toEqual({ day: '2024-07-02', moment: '2024-06-30T23:30:00.000Z', here: '2024-06-30' });
    const inTokyo = initialValues(form, testContext({ now: new Date('2024-06-30T23:30:00Z'), zone: 'Asia/Tokyo' }));
    expect(inTokyo).toMatchObject({ here: '2024-07-01' });
  });

  it('keep the time of a date in texts, and in the dates and texts of rows', () => {
    const form = formOf(
      widget('text_input', 'text', computedValue('now')),
      widget('text_input', 'day', computedValue('today')),
      collection(
        'lines',
        [widget('date_input', 'at', { includeTime: true }), widget('date_input', 'on'), widget('text_input', 'note')],
        computedValue('each $n in [1] { $order }'),
      ),
    );
    const at = { now: new Date('2024-06-30T23:30:05.120Z') };
    const order = { at: at.now, on: at.now, note: at.now };
    const values = initialValues(form, testContext({ ...at, order }));
    expect(values).toMatchObject({ text: '2024-06-30T23:30:05.120Z', day: '2024-06-30' });
    expect(values.lines).toMatchObject([
      { at: '2024-06-30T23:30:05.120Z', on: '2024-06-30', note: '2024-06-30T23:30:05.120Z' },
    ]);
    const inTokyo = initialValues(form, testContext({ ...at, order, zone: 'Asia/Tokyo' }));
    expect(inTokyo).toMatchObject({ text: '2024-07-01T08:30:05.120+09:00', day: '2024-07-01' });
  });
});

describe('calculate', () => {
  const form = formOf(
    widget('number_input', 'a'),
    widget('number_input', 'double', { readonly: true, ...computedValue('$a * 2') }),
    widget('number_input', 'open', computedValue('$a * 3')),
    container([widget('number_input', 'inside', computedValue('$double + 1'))], { disabled: true }),
    collection('lines', [
      widget('number_input', 'n'),
      widget('number_input', 'share', { readonly: true, precision: 2, ...computedValue('$n / $double') }),
    ]),
  );

  it('evaluates expressions of locked fields and keeps the values of others', () => {
    const data = { a: 2, double: 99, open: 99, inside: 99, lines: [{ _id: 'x', n: 1, share: 99 }] };
    expect(calculate(form, data, testContext())).toEqual({
      ...{ a: 2, double: 4, open: 99, inside: 5 },
      lines: [{ _id: 'x', n: 1, share: 0.25 }],
    });
  });

  it('does not modify its input', () => {
    const data = Object.freeze({ a: 2, lines: Object.freeze([Object.freeze({ _id: 'x', n: 1 })]) });
    expect(calculate(form, data, testContext())).toMatchObject({ double: 4 });
  });
});
