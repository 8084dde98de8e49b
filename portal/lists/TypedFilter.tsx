import { type KeyboardEvent, useMemo, useRef, useState } from 'react';
import { notDate } from '#schemas/typed-values/parse-date.ts';
import { notNumber, numberExample } from '#schemas/typed-values/parse-number.ts';
import { DateInput } from '../forms/dates/DateInput.tsx';
import { localToday } from '../forms/dates/today.ts';
import { numberKind, parseTypedDate } from '../forms/typed/typedKinds.ts';
import { useTypedInput } from '../forms/typed/useTypedInput.ts';
import { useValueSource } from '../forms/typed/useValueSource.ts';
import { Field, type FieldControl } from '../look/Field.tsx';

type FilterKind = 'date' | 'month' | 'number';

interface TypedFilterProps {
  label: string;
  kind: FilterKind;
  /** As an address has it: 2026-01-31, 2026-01, 1234.5; '' for none. */
  value: string;
  onChange: (value: string) => void;
}

/**
 * One end of a range that a list is narrowed down to. It counts when the field is left, Enter is pressed or a day is picked: half
 * a date would be another one. What cannot be read stays as it was typed, with what is accepted, and narrows nothing.
 */
export function TypedFilter({ label, kind, value, onChange }: TypedFilterProps) {
  const [typed, setTyped] = useState<string>();
  const [isLeft, setLeft] = useState(false);
  const problem = typed === undefined ? undefined : problemOf(typed, kind);
  const settle = (text: string | undefined) => {
    setLeft(true);
    if (text === undefined || problemOf(text, kind)) return;
    if (text !== value) onChange(text);
    setTyped(undefined);
  };
  return (
    <Field label={label} error={isLeft ? problem : undefined}>
      {(control) => {
        const shared = {
          control: { ...control, onKeyDown: ({ key }: KeyboardEvent) => key === 'Enter' && settle(typed) },
          value: typed ?? value,
          onChange: (text: string) => {
            setTyped(text);
            setLeft(false);
            // What is picked in a calendar is whole.
            if (document.activeElement?.id !== control.id) settle(text);
          },
          onLeave: () => settle(typed),
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

function DateEnd({ label, kind, value, onChange, ...shared }: EndProps & { label: string; kind: FilterKind }) {
  const isMonth = kind === 'month';
  return (
    <DateInput
      {...shared}
      hasBox
      picking={isMonth ? 'month' : 'day'}
      name={label}
      value={isMonth && month.test(value) ? `${value}-01` : value}
      onChange={(next) => onChange(isMonth && firstDay.test(next) ? next.slice(0, 7) : next)}
    />
  );
}

function NumberEnd({ control, value, onChange, onLeave }: EndProps) {
  const input = useRef<HTMLInputElement>(null);
  const kind = useMemo(() => numberKind({}), []);
  const source = useValueSource({
    value: kind.read(value),
    onChange: (next) => onChange(next === undefined ? '' : String(next)),
    onLeave,
  });
  const { events } = useTypedInput({ input, kind, source });
  return <input {...control} {...events} ref={input} type="text" inputMode="decimal" autoComplete="off" />;
}

const month = /^\d{4}-\d\d$/;
const firstDay = /^\d{4}-\d\d-01$/;

/** What is wrong with an end as it was typed; nothing for one that counts, and for an empty one. */
function problemOf(text: string, kind: FilterKind): string | undefined {
  if (text === '') return undefined;
  if (kind === 'number') return numberKind({}).read(text) === text ? `${notNumber}, ${numberExample}` : undefined;
  const picking = kind === 'month' ? 'month' : 'day';
  const parsed = parseTypedDate(month.test(text) ? `${text}-01` : text, picking, { today: localToday });
  if (parsed.status === 'problem') return parsed.message;
  return parsed.status === 'value' ? undefined : notDate;
}
