import { dateInputValues, momentFromLocal, moneyParser, numberParser } from '#admin/generate/typed-inputs.tsx';
import { normalizeLine } from '#api/features/products/line-schema.ts';
import type { TypedKind } from '#portal/forms/typed/typedField.ts';
import type { TypedSource } from '#portal/forms/typed/typedInput.ts';
import { dateKind } from '#portal/forms/typed/typedKinds.ts';
import { type FilterKind, filterKind } from '#portal/lists/filterKinds.ts';
import { lineDate, lineKinds } from '#portal/orders/line-form/TextWidget.tsx';
import { type MatrixField, type OpenField, openControl, type TypedPlace } from './typed-value-places.ts';

const today = () => '2026-11-25';

/** A controlled value with its subscribers. */
function statefulValue(initial: unknown) {
  let value = initial;
  const listeners = new Set<() => void>();
  return {
    now: () => value,
    set: (next: unknown) => {
      value = next;
      for (const listener of listeners) listener();
    },
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** A controlled field on a page: `shown` and `stored` convert between its value and the text of the control. */
function openStateful(
  kind: TypedKind,
  { shown = (value: unknown) => value, stored = (value: unknown) => value, save = (value: unknown) => value } = {},
): OpenField {
  const holder = statefulValue(undefined);
  const source: TypedSource = {
    value: () => shown(holder.now()),
    subscribe: holder.subscribe,
    set: (next) => holder.set(stored(next)),
  };
  const { renew: _, ...control } = openControl(kind, source);
  return { ...control, save: () => holder.set(save(holder.now())), stored: holder.now, messages: () => undefined };
}

const lineSchemas = {
  number: { type: 'number' },
  money: { type: 'number', 'x-money': 'USD' },
  day: { type: 'string', format: 'date' },
  moment: { type: 'string', format: 'date-time' },
  time: { type: 'string', format: 'time' },
} as const;

function openLine({ input }: MatrixField): OpenField {
  if (input === 'month') throw new Error('A line has no month');
  const schema = { properties: { it: lineSchemas[input] } };
  const save = (value: unknown) => normalizeLine(schema, value === undefined ? {} : { it: value }).data.it;
  if (input === 'number' || input === 'money') return openStateful(lineKinds[input], { save });
  return openStateful(dateKind(input, { today }), {
    save,
    shown: lineDate,
    stored: (value) => value || undefined,
  });
}

const filterKinds: Partial<Record<MatrixField['input'], FilterKind>> = {
  number: 'number',
  day: 'date',
  month: 'month',
};

const openFilter = ({ input }: MatrixField): OpenField =>
  openStateful(filterKind(filterKinds[input] ?? 'date', today), { shown: (value) => value ?? '' });

function openInput({ input }: MatrixField): OpenField {
  if (input === 'number') return openStateful(numberParser);
  if (input === 'money') return openStateful(moneyParser('USD'));
  const picking = input === 'moment' ? 'moment' : 'day';
  return openStateful(dateKind(picking, { today }), dateInputValues[picking]);
}

/**
 * The places that cut no digits off: their fields have no precision, and a value that their schema rejects is a
 * problem.
 */
export const otherPlaces: readonly TypedPlace[] = [
  {
    name: 'product line',
    open: openLine,
    inputs: ['number', 'money', 'day', 'moment', 'time'],
  },
  {
    name: 'filter',
    open: openFilter,
    inputs: ['number', 'day', 'month'],
    storedAs: (value, input) => (input === 'month' ? String(value).slice(0, 7) : String(value)),
  },
  {
    name: 'back-office input',
    open: openInput,
    inputs: ['number', 'money', 'day', 'moment'],
    storedAs: (value, input) => (input === 'moment' ? momentFromLocal(String(value)) : value),
  },
];
