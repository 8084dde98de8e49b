import { useValue } from '../store/hooks.ts';
import type { ViewProps } from '../widgets/viewProps.ts';
import choice from './Choice.module.css';
import frame from './Field.module.css';
import { Explanations, LabelText } from './FieldFrame.tsx';
import { Tooltip } from './Tooltip.tsx';
import { useField } from './useField.ts';

/** One of a few, all in sight. The group is one stop of the tab key; the arrow keys choose. */
export function RadioField({ widget, row }: ViewProps<'radio'>) {
  const field = useField(widget, row);
  const value = useValue(widget, row);
  const { options, layout } = widget.config;
  const { 'aria-describedby': described, 'aria-invalid': isInvalid, 'aria-required': isRequired } = field.described;
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
      </div>
      <div className={choice[layout]}>
        {options.map((option, index) => (
          <label key={option.value} className={choice.option}>
            <input
              type="radio"
              className={choice.mark}
              // The first one stands for the group, where a problem leads to.
              id={index === 0 ? field.id : undefined}
              name={field.id}
              value={option.value}
              checked={value === option.value}
              disabled={field.isLocked || field.isDisabled}
              onChange={() => field.set(option.value)}
            />
            <span>{option.label ?? option.value}</span>
          </label>
        ))}
      </div>
      <Explanations widget={widget} field={field} />
    </div>
  );
}
