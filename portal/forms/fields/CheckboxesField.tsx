import { useState } from 'react';
import { textsIn } from '#schemas/forms/kinds/texts.ts';
import { ChoiceCombobox } from '../lists/MultipleSelectField.tsx';
import { OptionsState } from '../options/OptionsState.tsx';
import { useChoices } from '../options/optionSource.ts';
import { useFieldValue } from '../store/hooks.ts';
import type { ViewProps } from '../widgets/viewProps.ts';
import choice from './Choice.module.css';
import { ChoiceGroup } from './ChoiceGroup.tsx';
import { OtherText } from './OtherChoiceField.tsx';
import { selectableOptions, toggledChoices } from './selectableOptions.ts';
import { useField } from './useField.ts';

/**
 * A group of checkboxes for several choices. A value that is no longer an option stays, marked, until it is unchecked.
 */
export function CheckboxesField({ widget, row }: ViewProps<'checkboxes'>) {
  const field = useField(widget, row);
  const value = useFieldValue(widget, row);
  const { exclusiveOptions, layout, otherLabel } = widget.config;
  // What was typed as an own answer; undefined if nothing was since the form was opened.
  const [typed, setTyped] = useState<string>();
  const texts = textsIn(value, () => true);
  const chosen = new Set(texts);
  const choices = useChoices(widget, row, texts);
  const { options, status, hasMore } = choices;
  if (hasMore) return <ChoiceCombobox {...{ widget, row, choices, exclusiveOptions }} />;
  const own = otherLabel === '' ? undefined : texts.find((text) => !options.some((option) => option.value === text));
  const isOther = own !== undefined || typed !== undefined;
  // A value is no longer an option only if all options are known.
  const shown = selectableOptions(options, new Set(status === 'ready' ? texts.filter((text) => text !== own) : []));
  const toggle = (changed: string) => {
    const next = new Set(toggledChoices(texts, changed, exclusiveOptions));
    // In the order of the options, however they were checked.
    field.set(
      [...shown.map((option) => option.value), ...(own === undefined ? [] : [own])].filter((each) => next.has(each)),
    );
  };
  const typeOwn = (text: string) => {
    const others = texts.filter((each) => each !== own && each !== typed && !exclusiveOptions.includes(each));
    setTyped(text);
    field.set(text === '' ? others : [...others, text]);
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
              onChange={() => toggle(option.value)}
            />
            <span>{option.label}</span>
          </label>
        ))}
        {otherLabel !== '' && (
          <label className={choice.option}>
            <input
              type="checkbox"
              className={choice.mark}
              checked={isOther}
              disabled={field.isReadOnly || field.isDisabled}
              onChange={() => {
                typeOwn('');
                if (isOther) setTyped(undefined);
              }}
            />
            <span>{otherLabel}</span>
          </label>
        )}
      </div>
      <OptionsState choices={choices} />
      {isOther && <OtherText field={field} label={otherLabel} text={typed ?? own ?? ''} onType={typeOwn} />}
    </ChoiceGroup>
  );
}
