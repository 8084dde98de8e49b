import { textsIn } from '#schemas/forms/kinds/texts.ts';
import { useFieldValue } from '../store/hooks.ts';
import type { ViewProps } from '../widgets/viewProps.ts';
import choice from './Choice.module.css';
import { ChoiceGroup } from './ChoiceGroup.tsx';
import { selectableOptions } from './selectableOptions.ts';
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
  return (
    <ChoiceGroup widget={widget} field={field} role="group">
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
              aria-invalid={field.ariaProps['aria-invalid']}
              onChange={(event) => toggle(option.value, event.currentTarget.checked)}
            />
            <span>{option.label}</span>
          </label>
        ))}
      </div>
    </ChoiceGroup>
  );
}
