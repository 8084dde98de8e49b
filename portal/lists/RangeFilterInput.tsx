import { type KeyboardEvent, useRef, useState } from 'react';
import { DateInput } from '../forms/dates/DateInput.tsx';
import { useControlledSource } from '../forms/typed/useControlledSource.ts';
import { useTypedInput } from '../forms/typed/useTypedInput.ts';
import { Field, type FieldControl } from '../look/Field.tsx';
import { type FilterKind, filterError, filterInputValue, filterKind, filterQueryText } from './filterKinds.ts';

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

const numbers = filterKind('number');

function NumberEnd({ control, value, onChange, onLeave }: EndProps) {
  const input = useRef<HTMLInputElement>(null);
  const source = useControlledSource({ value, onChange: (next) => onChange(String(next ?? '')), onLeave });
  const { events } = useTypedInput({ input, kind: numbers, source });
  return <input {...control} {...events} ref={input} type="text" inputMode="decimal" autoComplete="off" />;
}
