import { type ReactNode, useState } from 'react';
import { labelledWith } from '#schemas/forms/accepted-options.ts';
import { ChoiceCombobox } from '../lists/MultipleSelectField.tsx';
import { OptionsState } from '../options/OptionsState.tsx';
import { useChoices } from '../options/optionSource.ts';
import { useFieldValue } from '../store/hooks.ts';
import type { ViewProps } from '../widgets/viewProps.ts';
import choice from './Choice.module.css';
import { ChoiceGroup } from './ChoiceGroup.tsx';
import styles from './Field.module.css';
import { FieldFrame } from './FieldFrame.tsx';
import { RadioGroup } from './RadioGroup.tsx';
import { ScaleField } from './ScaleField.tsx';
import { selectableOptions } from './selectableOptions.ts';
import { canBeCleared, type FieldState, useField } from './useField.ts';

/**
 * A select or radio group whose options come from a list, are offered by scripts, or end with an answer in own words
 * (design 7, Option lists): choosing that one clears the answer and opens a text input, whose text is the answer. More
 * options than are loaded are a combobox.
 */
export function OtherChoiceField({ widget, row }: ViewProps<'select'> | ViewProps<'radio'>) {
  const field = useField(widget, row);
  const value = useFieldValue(widget, row);
  const [isChosen, setChosen] = useState(false);
  const { otherLabel } = widget.config;
  const text = typeof value === 'string' ? value : '';
  const choices = useChoices(widget, row, text === '' ? [] : [text]);
  if (choices.hasMore) return <ChoiceCombobox widget={widget} row={row} choices={choices} isSingle />;
  const isOption = choices.options.some((option) => option.value === text);
  // A text that passes through an option's value while it is typed stays an own answer.
  const isOther = otherLabel !== '' && (isChosen || (!isOption && text !== ''));
  const labelled = selectableOptions(
    choices.options,
    new Set(isOption || isOther || text === '' || choices.status !== 'ready' ? [] : [text]),
  );
  const chooseOther = () => {
    setChosen(true);
    field.set(undefined);
  };
  const typeOwn = (typed: string) => {
    setChosen(true);
    field.set(typed);
  };
  const choose = (next: string) => {
    setChosen(false);
    field.set(next === '' ? undefined : next);
  };
  const below = (isOther || choices.status !== 'ready') && (
    <>
      <OptionsState choices={choices} />
      {isOther && <OtherText field={field} label={otherLabel} text={text} onType={typeOwn} />}
    </>
  );
  const isLocked = field.isReadOnly || field.isDisabled;
  if (widget.type === 'select')
    return (
      <FieldFrame widget={labelledWith(widget, choices.options)} field={field} below={below}>
        <select
          id={field.id}
          className={styles.control}
          value={isOther ? otherMark : text}
          disabled={isLocked}
          {...field.ariaProps}
          onChange={({ currentTarget }) =>
            currentTarget.value === otherMark ? chooseOther() : choose(currentTarget.value)
          }
          onBlur={field.blur}
        >
          {text === '' && !isOther && <option value="">Choose…</option>}
          {(text !== '' || isOther) && canBeCleared(widget, field) && <option value="">Clear answer</option>}
          <GroupedOptions options={labelled} />
          {otherLabel && <option value={otherMark}>{otherLabel}</option>}
        </select>
      </FieldFrame>
    );
  if (otherLabel === '' && choices.status === 'ready' && widget.config.presentation === 'scale')
    return <ScaleField widget={widget} row={row} options={labelled} />;
  if (otherLabel === '' && choices.status === 'ready')
    return <RadioGroup widget={widget} row={row} layout={widget.config.layout} options={labelled} />;
  const radio = (id: string | undefined, label: string, isChecked: boolean, onChoose: () => void): ReactNode => (
    <label key={label} className={choice.option}>
      <input
        type="radio"
        className={choice.mark}
        id={id}
        name={field.id}
        checked={isChecked}
        disabled={isLocked}
        onChange={onChoose}
      />
      <span>{label}</span>
    </label>
  );
  return (
    <ChoiceGroup
      widget={widget}
      field={field}
      role="radiogroup"
      aria-invalid={field.ariaProps['aria-invalid']}
      aria-required={field.ariaProps['aria-required']}
    >
      <div className={choice[widget.config.layout]}>
        {labelled.map((option, index) =>
          // The first one represents the group, as the target of the error summary's link.
          radio(index === 0 ? field.id : undefined, option.label, !isOther && text === option.value, () =>
            choose(option.value),
          ),
        )}
        {otherLabel && radio(labelled.length === 0 ? field.id : undefined, otherLabel, isOther, chooseOther)}
      </div>
      {below}
    </ChoiceGroup>
  );
}

/** The options of a select, those of a group under its name. */
function GroupedOptions({ options }: { options: readonly { value: string; label: string; group?: string }[] }) {
  const elements = (group: string) =>
    options
      .filter((option) => (option.group ?? '') === group)
      .map((option) => (
        <option key={option.value} value={option.value}>
          {option.label}
        </option>
      ));
  return [...new Set(options.map(({ group = '' }) => group))].map((group) =>
    group === '' ? (
      elements(group)
    ) : (
      <optgroup key={group} label={group}>
        {elements(group)}
      </optgroup>
    ),
  );
}

/** The value of the select's last option; no widget stores it. */
const otherMark = '\u0000other';

/** The text input of an answer in own words. */
export function OtherText({
  field,
  label,
  text,
  onType,
}: {
  field: FieldState;
  label: string;
  text: string;
  onType: (text: string) => void;
}) {
  return (
    <div className={styles.box}>
      <input
        type="text"
        className={styles.control}
        aria-label={`${label}, in your own words`}
        autoComplete="off"
        value={text}
        readOnly={field.isReadOnly}
        disabled={field.isDisabled}
        onChange={({ currentTarget }) => onType(currentTarget.value)}
        onBlur={field.blur}
      />
    </div>
  );
}
