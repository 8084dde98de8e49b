import { use } from 'react';
import type { Row } from '#schemas/forms/filling/row.ts';
import type { ValidWidget } from '#schemas/forms/form.ts';
import { useValue } from '../store/hooks.ts';
import { PaperContext } from '../store/usePrinting.ts';
import choice from './Choice.module.css';
import frame from './Field.module.css';
import { Explanations, LabelText } from './FieldFrame.tsx';
import { Tooltip } from './Tooltip.tsx';
import { canBeCleared, staysEmpty, useField } from './useField.ts';

interface RadioGroupProps<V extends string | boolean> {
  widget: ValidWidget;
  row: Row;
  layout: 'block' | 'inline';
  options: readonly { value: V; label: string }[];
}

/**
 * A radio group: one tab stop, arrow keys choose. An optional answer is cleared by the Clear button, Delete or
 * Backspace.
 */
export function RadioGroup<V extends string | boolean>({ widget, row, layout, options }: RadioGroupProps<V>) {
  const field = useField(widget, row);
  const value = useValue(widget, row);
  const { 'aria-describedby': described, 'aria-invalid': isInvalid, 'aria-required': isRequired } = field.described;
  const isAnswered = value !== undefined && value !== null && value !== '';
  const canClear = canBeCleared(widget, field);
  const isBlankOnPaper = use(PaperContext) && staysEmpty(widget) && !isAnswered;
  const clear = () => {
    if (canClear && isAnswered) field.set(undefined);
  };
  return (
    <div
      className={choice.group}
      role="radiogroup"
      aria-labelledby={`${field.id}-label`}
      aria-describedby={described}
      aria-invalid={isInvalid}
      aria-required={isRequired}
      onBlur={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget)) field.leave();
      }}
    >
      <div className={choice.line}>
        <span className={field.isLabelUnseen ? frame.unseen : choice.legend} id={`${field.id}-label`}>
          <LabelText widget={widget} isRequired={field.isRequired} />
        </span>
        <Tooltip widget={widget} id={`${field.id}-tip`} />
        {canClear && (
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
        )}
      </div>
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
              disabled={field.isLocked || field.isDisabled}
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
      <Explanations widget={widget} field={field} />
    </div>
  );
}
