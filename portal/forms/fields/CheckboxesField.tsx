import { textsIn } from '#schemas/forms/kinds/texts.ts';
import { useValue } from '../store/hooks.ts';
import type { ViewProps } from '../widgets/viewProps.ts';
import choice from './Choice.module.css';
import frame from './Field.module.css';
import { Explanations, LabelText } from './FieldFrame.tsx';
import { offered } from './offered.ts';
import { Tooltip } from './Tooltip.tsx';
import { useField } from './useField.ts';

/** Any of a few, all in sight. A value that is no longer offered stays among them, marked, until it is taken out. */
export function CheckboxesField({ widget, row }: ViewProps<'checkboxes'>) {
  const field = useField(widget, row);
  const value = useValue(widget, row);
  const { options, layout } = widget.config;
  const chosen = new Set(textsIn(value, () => true));
  const shown = offered(options, chosen);
  const toggle = (changed: string, isChosen: boolean) => {
    const kept = shown.filter((option) => (option.value === changed ? isChosen : chosen.has(option.value)));
    field.set(kept.map((option) => option.value));
  };
  const { 'aria-describedby': described, 'aria-invalid': isInvalid } = field.described;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a legend can not stand in one line with the sign of its tooltip.
    <div
      className={choice.group}
      role="group"
      aria-labelledby={`${field.id}-label`}
      aria-describedby={described}
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
        {shown.map((option, index) => (
          <label key={option.value} className={choice.option}>
            <input
              type="checkbox"
              className={choice.mark}
              // The first one stands for the group, where a problem leads to.
              id={index === 0 ? field.id : undefined}
              checked={chosen.has(option.value)}
              disabled={field.isLocked || field.isDisabled}
              aria-invalid={isInvalid}
              onChange={(event) => toggle(option.value, event.currentTarget.checked)}
            />
            <span>{option.label}</span>
          </label>
        ))}
      </div>
      <Explanations widget={widget} field={field} />
    </div>
  );
}
