import { type KeyboardEvent, useRef, useState } from 'react';
import { DateInput } from '../forms/dates/DateInput.tsx';
import { useTypedInput } from '../forms/typed/useTypedInput.ts';
import { useValueSource } from '../forms/typed/useValueSource.ts';
import { Field, type FieldControl } from '../look/Field.tsx';
import { addressText, type FilterKind, fieldValue, filterKind, filterProblem } from './filterKinds.ts';

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
  const problem = typed === undefined ? undefined : filterProblem(typed, kind);
  const settle = (text: string | undefined) => {
    setLeft(true);
    if (text === undefined || filterProblem(text, kind)) return;
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

const DateEnd = ({ label, kind, value, onChange, ...shared }: EndProps & { label: string; kind: FilterKind }) => (
  <DateInput
    {...shared}
    hasBox
    picking={kind === 'month' ? 'month' : 'day'}
    name={label}
    value={fieldValue(value, kind)}
    onChange={(next) => onChange(addressText(next, kind))}
  />
);

const numbers = filterKind('number');

function NumberEnd({ control, value, onChange, onLeave }: EndProps) {
  const input = useRef<HTMLInputElement>(null);
  const source = useValueSource({ value, onChange: (next) => onChange(String(next ?? '')), onLeave });
  const { events } = useTypedInput({ input, kind: numbers, source });
  return <input {...control} {...events} ref={input} type="text" inputMode="decimal" autoComplete="off" />;
}
