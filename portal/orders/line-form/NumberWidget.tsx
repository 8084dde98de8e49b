import { useState } from 'react';
import { flushSync } from 'react-dom';
import { numberOf, stepped } from '#schemas/forms/kinds/number.ts';
import { numberText } from '#schemas/texts/number-text.ts';
import field from '../../forms/fields/Field.module.css';
import spinner from '../../forms/fields/NumberField.module.css';
import { rewritten } from '../../forms/fields/rewritten.ts';
import { Spinner, steps } from '../../forms/fields/steps.ts';
import { describedBy, shownText, type WidgetProps } from './lineFormContext.ts';

/** A number as text, as in forms: grouped while it has not the focus; what is no number stays as it was typed, and the server says so. */
export function NumberWidget(props: WidgetProps) {
  const { id, schema, label, disabled, readonly, onChange, onBlur } = props;
  const value: unknown = props.value;
  const [typed, setTyped] = useState('');
  const [isTyping, setTyping] = useState(false);
  const { minimum: minValue, maximum: maxValue } = schema;
  const isLocked = disabled || readonly;
  const step = (by: number) => onChange(stepped(value, by, { minValue, maxValue }));
  return (
    <>
      <input
        id={id}
        className={`${field.control} ${spinner.number}`}
        type="text"
        inputMode="decimal"
        autoComplete="off"
        role="spinbutton"
        aria-valuenow={typeof value === 'number' ? value : undefined}
        aria-valuemin={minValue}
        aria-valuemax={maxValue}
        disabled={disabled}
        readOnly={readonly}
        {...describedBy(props)}
        value={isTyping ? textOf(value, typed) : numberText(value, { money: 'x-money' in schema ? 'shown' : 'none' })}
        onChange={({ currentTarget }) => {
          setTyped(currentTarget.value);
          onChange(valueFor(currentTarget.value));
        }}
        onKeyDown={(event) => {
          const by = steps[event.key];
          if (by === undefined || isLocked || event.altKey) return;
          event.preventDefault();
          step(by);
        }}
        onFocus={({ currentTarget }) => rewritten(currentTarget, () => flushSync(() => setTyping(!isLocked)))}
        onBlur={() => {
          setTyping(false);
          onBlur(id, value);
        }}
      />
      {!isLocked && <Spinner step={step} name={label} />}
    </>
  );
}

const valueFor = (typed: string): unknown => numberOf(typed) ?? (typed.trim() === '' ? undefined : typed);

/** What is typed stays as it is while it means the value: '1.' says 1 already. */
function textOf(value: unknown, typed: string): string {
  if (typeof value !== 'number') return shownText(value);
  return numberOf(typed) === value ? typed : String(value);
}
