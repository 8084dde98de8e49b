import { textsIn } from '#schemas/forms/kinds/texts.ts';
import { useFieldValue } from '../store/hooks.ts';
import type { ViewProps } from '../widgets/viewProps.ts';
import choice from './Choice.module.css';
import frame from './Field.module.css';
import { FieldDescriptions, LabelText } from './FieldFrame.tsx';
import { selectableOptions } from './selectableOptions.ts';
import { Tooltip } from './Tooltip.tsx';
import { useField } from './useField.ts';

/**
 * A group of checkboxes for several choices. A value that is no longer an option stays, marked, until it is unchecked.
 */
export function CheckboxesField({ widget, row }: ViewProps<'checkboxes'>) {
  const field = useField(widget, row);
  const value = useFieldValue(widget, row);
  const { options, layout } = widget.config;
  const chosen = new Set(textsIn(value, () => true));
  const shown = selectableOptions(options, chosen);
  const toggle = (changed: string, isChosen: boolean) => {
    const next = shown.filter((option) => (option.value === changed ? isChosen : chosen.has(option.value)));
    field.set(next.map((option) => option.value));
  };
  const { 'aria-describedby': described, 'aria-invalid': isInvalid } = field.ariaProps;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a legend cannot share its line with the tooltip button.
    <div
      className={choice.group}
      role="group"
      aria-labelledby={`${field.id}-label`}
      aria-describedby={described}
      onBlur={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget)) field.blur();
      }}
    >
      <div className={choice.line}>
        <span className={field.isLabelHidden ? frame.unseen : choice.legend} id={`${field.id}-label`}>
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
              // The first one represents the group, as the target of the error summary's link.
              id={index === 0 ? field.id : undefined}
              checked={chosen.has(option.value)}
              disabled={field.isReadOnly || field.isDisabled}
              aria-invalid={isInvalid}
              onChange={(event) => toggle(option.value, event.currentTarget.checked)}
            />
            <span>{option.label}</span>
          </label>
        ))}
      </div>
      <FieldDescriptions widget={widget} field={field} />
    </div>
  );
}
