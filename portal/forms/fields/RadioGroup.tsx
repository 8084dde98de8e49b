import { type ReactNode, use } from 'react';
import type { Row } from '#schemas/forms/filling/row.ts';
import type { FormWidget, ValidWidget } from '#schemas/forms/form.ts';
import { lazyComponent } from '../lazyComponent.tsx';
import { useFieldValue } from '../store/hooks.ts';
import { PrintContext } from '../store/usePrinting.ts';
import type { ViewProps } from '../widgets/viewProps.ts';
import choice from './Choice.module.css';
import { ChoiceGroup } from './ChoiceGroup.tsx';
import frame from './Field.module.css';
import { canBeCleared, hasNoDefaultValue, useField } from './useField.ts';

interface RadioGroupProps<V extends string | boolean> {
  widget: ValidWidget;
  row: Row;
  layout: 'block' | 'inline';
  options: readonly { value: V; label: ReactNode }[];
}

/**
 * A radio group: one tab stop, arrow keys choose. An optional answer is cleared by the Clear button, Delete or
 * Backspace.
 */
export function RadioGroup<V extends string | boolean>({ widget, row, layout, options }: RadioGroupProps<V>) {
  const field = useField(widget, row);
  const value = useFieldValue(widget, row);
  const { 'aria-invalid': isInvalid, 'aria-required': isRequired } = field.ariaProps;
  const isAnswered = value !== undefined && value !== null && value !== '';
  const canClear = canBeCleared(widget, field);
  const isBlankOnPaper = use(PrintContext) && hasNoDefaultValue(widget) && !isAnswered;
  const clear = () => {
    if (canClear && isAnswered) field.set(undefined);
  };
  return (
    <ChoiceGroup
      widget={widget}
      field={field}
      role="radiogroup"
      aria-invalid={isInvalid}
      aria-required={isRequired}
      action={
        canClear && (
          <button
            type="button"
            className={choice.clear}
            // Keep the space, so that the first answer causes no layout shift.
            data-unused={!isAnswered || undefined}
            aria-label={`Clear ${widget.meta.label || widget.key}`}
            onClick={() => {
              // Move the focus before the button disappears, or it would be lost.
              document.getElementById(field.id)?.focus();
              clear();
            }}
          >
            Clear
          </button>
        )
      }
    >
      {isBlankOnPaper && <span className={frame.printed}>–</span>}
      <div className={choice[layout]} hidden={isBlankOnPaper}>
        {options.map((option, index) => (
          <label key={String(option.value)} className={choice.option}>
            <input
              type="radio"
              className={choice.mark}
              // The first one represents the group, as the target of the error summary's link.
              id={index === 0 ? field.id : undefined}
              name={field.id}
              value={String(option.value)}
              checked={value === option.value}
              disabled={field.isReadOnly || field.isDisabled}
              onChange={() => field.set(option.value)}
              onKeyDown={(event) => {
                if (event.key !== 'Delete' && event.key !== 'Backspace') return;
                event.preventDefault();
                clear();
              }}
            />
            <span>{option.label}</span>
          </label>
        ))}
      </div>
    </ChoiceGroup>
  );
}

/** Whether the choices are simply the options of the widget: no scale, no list, no conditions, no answer in own words. */
export const hasOwnOptionsOnly = ({ config }: FormWidget<'radio' | 'select'>): boolean =>
  !(config.otherLabel || config.optionsFrom || ('presentation' in config && config.presentation === 'scale')) &&
  !config.options.some(({ condition }) => condition);

/** Lazy: few choices need it. */
export const LazyOtherChoice = lazyComponent(async () => (await import('./OtherChoiceField.tsx')).OtherChoiceField);

/** A single choice as radio buttons. */
export function RadioField({ widget, row }: ViewProps<'radio'>) {
  const { options, layout } = widget.config;
  if (!hasOwnOptionsOnly(widget)) return <LazyOtherChoice widget={widget} row={row} />;
  const labelled = options.map(({ value, label = value }) => ({ value, label }));
  return <RadioGroup widget={widget} row={row} layout={layout} options={labelled} />;
}
