import { useMemo, useRef } from 'react';
import { stepped } from '#schemas/forms/kinds/number.ts';
import field from '../../forms/fields/Field.module.css';
import spinner from '../../forms/fields/NumberField.module.css';
import { Spinner, steps } from '../../forms/fields/steps.ts';
import { numberKind } from '../../forms/typed/typedKinds.ts';
import { useTypedInput } from '../../forms/typed/useTypedInput.ts';
import { useValueSource } from '../../forms/typed/useValueSource.ts';
import { describedBy, shownText, type WidgetProps } from './lineFormContext.ts';

/**
 * A number as text, as in forms. Nothing is cut off or limited: what the schema does not take is a problem at the field, as
 * is a text that is no number.
 */
export function NumberWidget(props: WidgetProps) {
  const { id, schema, label, disabled, readonly, onChange, onBlur } = props;
  const value: unknown = props.value;
  const input = useRef<HTMLInputElement>(null);
  const isMoney = 'x-money' in schema;
  const kind = useMemo(() => withAnyValue(numberKind({ isMoney })), [isMoney]);
  const source = useValueSource({ value, onChange, onLeave: () => onBlur(id, value) });
  const typed = useTypedInput({ input, kind, source });
  const { minimum: minValue, maximum: maxValue } = schema;
  const isLocked = disabled || readonly;
  const step = (by: number) => typed.choose(stepped(typed.now()?.value, by, { minValue, maxValue }));
  return (
    <>
      <input
        ref={input}
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
        onKeyDown={(event) => {
          const by = steps[event.key];
          if (by === undefined || isLocked || event.altKey) return;
          event.preventDefault();
          step(by);
        }}
        {...(isLocked ? {} : typed.events)}
      />
      {!isLocked && <Spinner step={step} name={label} />}
    </>
  );
}

/** What is of another kind, as an API may send it, is seen before it is typed over. */
function withAnyValue(kind: ReturnType<typeof numberKind>): ReturnType<typeof numberKind> {
  const isNumber = (value: unknown) => typeof value === 'number';
  return {
    ...kind,
    edit: (value) => (isNumber(value) ? kind.edit(value) : shownText(value)),
    show: (value) => (isNumber(value) ? kind.show(value) : shownText(value)),
  };
}
