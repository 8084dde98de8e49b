import { type KeyboardEvent, useRef } from 'react';
import type { ViewProps } from '../widgets/viewProps.ts';
import styles from './Field.module.css';
import { FieldFrame, Suffix } from './FieldFrame.tsx';
import spinner from './NumberField.module.css';
import { LazyStepperButtons, numberKeySteps, withStepValue } from './numberSteps.ts';
import { useTableCell } from './tableCell.ts';
import { useField } from './useField.ts';
import { useTypedField } from './useTypedField.ts';

/**
 * A number input as text (`type="number"` would drop half-typed numbers). With focus it shows the text as typed;
 * without focus the formatted number: grouped, with the decimals of its precision, or as money.
 */
export function NumberField({ widget, row }: ViewProps<'number_input'>) {
  const field = useField(widget, row);
  const input = useRef<HTMLInputElement>(null);
  const isInCell = useTableCell() !== null;
  const { config } = widget;
  const typed = useTypedField(widget, row, input, ({ value }) => {
    if (typeof value === 'number') input.current?.setAttribute('aria-valuenow', String(value));
    else input.current?.removeAttribute('aria-valuenow');
  });
  const step = (by: number) => withStepValue((stepValue) => typed.choose(stepValue(typed.now()?.value, by, config)));
  const handleKeyDown = (event: KeyboardEvent) => {
    const by = numberKeySteps[event.key];
    // In a table the arrow keys move between cells.
    if (by === undefined || field.isReadOnly || (isInCell && event.key.startsWith('Arrow'))) return;
    event.preventDefault();
    step(by);
  };
  return (
    <FieldFrame widget={widget} field={field} onRestore={typed.restore}>
      <input
        ref={input}
        id={field.id}
        className={`${styles.control} ${spinner.number}`}
        type="text"
        inputMode="decimal"
        autoComplete="off"
        role="spinbutton"
        aria-valuemin={config.minValue}
        aria-valuemax={config.maxValue}
        readOnly={field.isReadOnly}
        disabled={field.isDisabled}
        {...field.ariaProps}
        onKeyDown={handleKeyDown}
        {...(field.isReadOnly ? {} : typed.events)}
      />
      {config.floatingSuffix && <Suffix text={config.floatingSuffix} />}
      {!field.isReadOnly && !isInCell && <LazyStepperButtons step={step} name={widget.meta.label || widget.key} />}
    </FieldFrame>
  );
}
