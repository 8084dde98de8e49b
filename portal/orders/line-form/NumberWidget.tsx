import { useRef } from 'react';
import { stepValue } from '#schemas/forms/kinds/number.ts';
import field from '../../forms/fields/Field.module.css';
import spinner from '../../forms/fields/NumberField.module.css';
import { LazyStepperButtons, numberKeySteps } from '../../forms/fields/numberSteps.ts';
import { useControlledSource } from '../../forms/typed/useControlledSource.ts';
import { useTypedInput } from '../../forms/typed/useTypedInput.ts';
import { describedBy, type WidgetProps } from './lineFormContext.ts';
import { lineKinds } from './lineKinds.ts';

/** The number input: a text input with a spinner, as in forms. */
export function NumberWidget(props: WidgetProps) {
  const { id, schema, label, disabled, readonly, onChange, onBlur } = props;
  const value: unknown = props.value;
  const input = useRef<HTMLInputElement>(null);
  const kind = lineKinds['x-money' in schema ? 'money' : 'number'];
  const source = useControlledSource({ value, onChange, onLeave: () => onBlur(id, value) });
  const typed = useTypedInput({ input, kind, source });
  const { minimum: minValue, maximum: maxValue } = schema;
  const isLocked = disabled || readonly;
  const step = (by: number) => typed.choose(stepValue(typed.now()?.value, by, { minValue, maxValue }));
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
          const by = numberKeySteps[event.key];
          if (by === undefined || isLocked || event.altKey) return;
          event.preventDefault();
          step(by);
        }}
        {...(isLocked ? {} : typed.events)}
      />
      {!isLocked && <LazyStepperButtons step={step} name={label} />}
    </>
  );
}
