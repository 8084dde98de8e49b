import { type KeyboardEvent, useRef, useState } from 'react';
import { notDate } from '#schemas/typed-values/parse-date.ts';
import { notNumber, numberExample } from '#schemas/typed-values/parse-number.ts';
import { DateInput } from '../forms/dates/DateInput.tsx';
import { localToday } from '../forms/dates/today.ts';
import type { TypedKind } from '../forms/typed/typedField.ts';
import { dateKind, numberKind, parseTypedDate } from '../forms/typed/typedKinds.ts';
import { useControlledSource } from '../forms/typed/useControlledSource.ts';
import { useTypedInput } from '../forms/typed/useTypedInput.ts';
import { Field, type FieldControl } from '../look/Field.tsx';

/** The type of a range filter. The URL has its value as 2026-01-31, 2026-01 or 1234.5. */
export type FilterKind = 'date' | 'month' | 'number';

const numbers = numberKind({});
const month = /^\d{4}-\d\d$/;
const firstDay = /^\d{4}-\d\d-01$/;

/** Converts the URL's text to the input's value: a month becomes its first day. */
const filterInputValue = (text: string, kind: FilterKind): string =>
  kind === 'month' && month.test(text) ? `${text}-01` : text;

/** Converts the input's value to the URL's text. */
function filterQueryText(value: unknown, kind: FilterKind): string {
  const text = value === undefined || value === null ? '' : String(value);
  return kind === 'month' && firstDay.test(text) ? text.slice(0, '2026-01'.length) : text;
}

/** How to parse and format the value of a range filter. */
export function filterKind(kind: FilterKind, today = localToday): TypedKind {
  const base = kind === 'number' ? numbers : dateKind(kind === 'month' ? 'month' : 'day', { today });
  const toInputValue = (text: string) => (kind === 'number' ? numbers.parse(text) : text);
  return {
    parse: (text) => filterQueryText(base.parse(text), kind),
    commit: (text) => ({ value: filterQueryText(base.commit(text).value, kind), notice: null }),
    formatForEditing: (value) => base.formatForEditing(toInputValue(filterInputValue(String(value ?? ''), kind))),
    format: (value) => base.format(toInputValue(filterInputValue(String(value ?? ''), kind))),
  };
}

/** The validation message for the typed text; undefined if it is valid or empty. */
function filterError(text: string, kind: FilterKind, today = localToday): string | undefined {
  if (text === '') return undefined;
  if (kind === 'number') return numbers.parse(text) === text ? `${notNumber}, ${numberExample}` : undefined;
  const parsed = parseTypedDate(filterInputValue(text, kind), kind === 'month' ? 'month' : 'day', { today });
  if (parsed.status === 'problem') return parsed.message;
  return parsed.status === 'value' ? undefined : notDate;
}

interface TypedFilterProps {
  label: string;
  kind: FilterKind;
  /** The value in the URL: 2026-01-31, 2026-01 or 1234.5; '' for none. */
  value: string;
  onChange: (value: string) => void;
}

/**
 * The from or to input of a range filter. The value applies on blur, Enter or when a day is picked, because half a date
 * would be a different date. Invalid text stays as typed, shows what is accepted and does not filter.
 */
export function RangeFilterInput({ label, kind, value, onChange }: TypedFilterProps) {
  const [draft, setDraft] = useState<string>();
  const [isLeft, setLeft] = useState(false);
  const problem = draft === undefined ? undefined : filterError(draft, kind);
  const settle = (text: string | undefined) => {
    setLeft(true);
    if (text === undefined || filterError(text, kind)) return;
    if (text !== value) onChange(text);
    setDraft(undefined);
  };
  return (
    <Field label={label} error={isLeft ? problem : undefined}>
      {(control) => {
        const shared = {
          control: { ...control, onKeyDown: ({ key }: KeyboardEvent) => key === 'Enter' && settle(draft) },
          value: draft ?? value,
          onChange: (text: string) => {
            setDraft(text);
            setLeft(false);
            // A value picked in the calendar is complete.
            if (document.activeElement?.id !== control.id) settle(text);
          },
          onLeave: () => settle(draft),
        };
        return kind === 'number' ? <NumberEnd {...shared} /> : <DateEnd {...shared} label={label} kind={kind} />;
      }}
    </Field>
  );
}

interface EndProps {
  control: FieldControl & { onKeyDown: (event: KeyboardEvent) => void };
  value: string;
  onChange: (value: string) => void;
  onLeave: () => void;
}

const DateEnd = ({ label, kind, value, onChange, ...shared }: EndProps & { label: string; kind: FilterKind }) => (
  <DateInput
    {...shared}
    hasBox
    picking={kind === 'month' ? 'month' : 'day'}
    name={label}
    value={filterInputValue(value, kind)}
    onChange={(next) => onChange(filterQueryText(next, kind))}
  />
);

const numberFilter = filterKind('number');

function NumberEnd({ control, value, onChange, onLeave }: EndProps) {
  const input = useRef<HTMLInputElement>(null);
  const source = useControlledSource({ value, onChange: (next) => onChange(String(next ?? '')), onLeave });
  const { events } = useTypedInput({ input, kind: numberFilter, source });
  return <input {...control} {...events} ref={input} type="text" inputMode="decimal" autoComplete="off" />;
}
