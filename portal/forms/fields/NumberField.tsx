import { useCallback, useRef } from 'react';
import { numberOf, stepped, truncated } from '#schemas/forms/kinds/number.ts';
import type { NumberInputConfig } from '#schemas/generated/widgets.ts';
import { numberText } from '#schemas/texts/number-text.ts';
import { loadable } from '../../look/loadable.tsx';
import { useStore, useTypedValue, useValue } from '../store/hooks.ts';
import type { ViewProps } from '../widgets/viewProps.ts';
import { useCellOfTable } from './cell.ts';
import styles from './Field.module.css';
import { FieldFrame } from './FieldFrame.tsx';
import spinner from './NumberField.module.css';
import { rewritten } from './rewritten.ts';
import { Suffix } from './Suffix.tsx';
import { Spinner, steps } from './steps.ts';
import { useField } from './useField.ts';

/** Most numbers are within their limits. */
const LimitedNumber = loadable(async () => (await import('./LimitedNumber.tsx')).LimitedNumber);

/**
 * A number as text, so that what is typed is never lost to a half number. Decimals beyond the precision are cut while typing;
 * the limits are enforced when the field is left, since 12 begins with 1. While it has not the focus it is written as people read
 * it: grouped, money as money.
 */
export function NumberField({ widget, row }: ViewProps<'number_input'>) {
  const store = useStore();
  const field = useField(widget, row);
  const value = useValue(widget, row);
  const input = useRef<HTMLInputElement>(null);
  const isInCell = useCellOfTable() !== null;
  const { config } = widget;
  const valueFor = useCallback((typed: string) => valueTyped(typed, config), [config]);
  const { isLocked } = field;
  const shownText = useCallback(
    (shown: unknown, typed: string) =>
      !isLocked && input.current === document.activeElement ? textOf(shown, typed) : numberText(shown, config),
    [isLocked, config],
  );
  useTypedValue(widget, row, { input, textOf: shownText, valueFor });
  const write = () => {
    if (input.current) input.current.value = shownText(store.value(widget, row), '');
  };
  const step = (by: number) => field.set(stepped(value, by, config));
  const bringBack = (typed: number) => {
    input.current?.focus();
    field.set(typed);
  };
  return (
    <FieldFrame
      widget={widget}
      field={field}
      aside={
        field.limited && <LimitedNumber id={`${field.id}-limited`} limited={field.limited} onBringBack={bringBack} />
      }
    >
      <input
        ref={input}
        id={field.id}
        className={`${styles.control} ${spinner.number}`}
        type="text"
        inputMode="decimal"
        autoComplete="off"
        role="spinbutton"
        aria-valuenow={typeof value === 'number' ? value : undefined}
        aria-valuemin={config.minValue}
        aria-valuemax={config.maxValue}
        readOnly={field.isLocked}
        disabled={field.isDisabled}
        {...field.described}
        onKeyDown={(event) => {
          const by = steps[event.key];
          // In a table the arrow keys lead to the cells above and below.
          if (isInCell && event.key.startsWith('Arrow')) return;
          if (by === undefined || field.isLocked) return;
          event.preventDefault();
          step(by);
        }}
        onFocus={
          isLocked
            ? undefined
            : ({ currentTarget }) => {
                store.enter(widget, row);
                rewritten(currentTarget, write);
              }
        }
        onBlur={
          isLocked
            ? undefined
            : () => {
                field.leave();
                write();
              }
        }
      />
      {config.floatingSuffix && <Suffix text={config.floatingSuffix} />}
      {!field.isLocked && !isInCell && <Spinner step={step} name={widget.meta.label || widget.key} />}
    </FieldFrame>
  );
}

function valueTyped(text: string, { precision }: NumberInputConfig): unknown {
  const parsed = numberOf(text);
  if (parsed === undefined) return text.trim() === '' ? undefined : text;
  return precision === undefined ? parsed : truncated(parsed, precision);
}

/** '1.' and '1.0' say 1 already: what is typed stays as it is while it means the value. */
function textOf(value: unknown, typed: string): string {
  if (typeof value !== 'number') return typeof value === 'string' ? value : '';
  return numberOf(typed) === value ? typed : String(value);
}
