import type { EnumOptionsType } from '@rjsf/utils';
import { isEqual } from '#schemas/forms/is-equal.ts';
import choice from '../../forms/fields/Choice.module.css';
import field from '../../forms/fields/Field.module.css';
import styles from './LineForm.module.css';
import { describedBy, type WidgetProps } from './lineFormContext.ts';

const optionsOf = ({ options }: WidgetProps): EnumOptionsType[] => options.enumOptions ?? [];

/**
 * The select for one value; checkboxes if the schema is a list. A value that is no longer an option stays visible and
 * is marked.
 */
export function SelectWidget(props: WidgetProps) {
  if (props.multiple) return <CheckboxesWidget {...props} />;
  const { id, name, label, disabled, readonly, onChange, onBlur } = props;
  const value: unknown = props.value;
  const options = optionsOf(props);
  const chosen = options.findIndex((option) => isEqual(option.value, value));
  // RJSF renders the selector of oneOf/anyOf without a label.
  const isAlone = /__(one|any)of_select$/.test(name);
  return (
    <select
      id={id}
      className={field.control}
      value={chosen}
      // The full text, because a narrow column truncates it.
      title={options[chosen]?.label}
      disabled={disabled || readonly}
      aria-label={isAlone ? label : undefined}
      {...describedBy(props)}
      onChange={({ currentTarget }) => onChange(options[Number(currentTarget.value)]?.value)}
      onBlur={() => onBlur(id, value)}
    >
      {(chosen < 0 || !props.required) && <option value={-1}>{withoutChoice(chosen < 0 ? value : undefined)}</option>}
      {options.map((option, index) => (
        <option key={option.label} value={index}>
          {option.label}
        </option>
      ))}
    </select>
  );
}

const withoutChoice = (value: unknown) =>
  value === undefined || value === null || value === '' ? 'Choose…' : `${String(value)} (no longer an option)`;

/** The checkbox for a boolean. */
export function CheckboxWidget(props: WidgetProps) {
  const { id, label, value, disabled, readonly, onChange, onBlur } = props;
  const described = describedBy(props);
  return (
    <label className={choice.option}>
      <input
        type="checkbox"
        className={choice.mark}
        id={id}
        checked={value === true}
        disabled={disabled || readonly}
        aria-invalid={described['aria-invalid']}
        aria-describedby={described['aria-describedby']}
        onChange={({ currentTarget }) => onChange(currentTarget.checked)}
        onBlur={() => onBlur(id, value)}
      />
      <span>{label}</span>
    </label>
  );
}

/** A group of checkboxes for several values, kept in the order of the options. */
export function CheckboxesWidget(props: WidgetProps) {
  const { id, label, disabled, readonly, onChange, onBlur } = props;
  const values: unknown[] = Array.isArray(props.value) ? props.value : [];
  const options = optionsOf(props);
  const isChosen = (option: EnumOptionsType) => values.some((each) => isEqual(each, option.value));
  const toggle = (changed: EnumOptionsType, isOn: boolean) =>
    onChange(options.filter((option) => (option === changed ? isOn : isChosen(option))).map(({ value }) => value));
  return (
    <fieldset
      className={`${choice.block} ${styles.bare}`}
      aria-label={label}
      aria-describedby={describedBy(props)['aria-describedby']}
    >
      {options.map((option, index) => (
        <label key={option.label} className={choice.option}>
          <input
            type="checkbox"
            className={choice.mark}
            // The first checkbox has the group's id, which problems jump to.
            id={index === 0 ? id : undefined}
            checked={isChosen(option)}
            disabled={disabled || readonly}
            onChange={({ currentTarget }) => toggle(option, currentTarget.checked)}
            onBlur={() => onBlur(id, values)}
          />
          <span>{option.label}</span>
        </label>
      ))}
    </fieldset>
  );
}

/** A group of radio buttons. */
export function RadioWidget(props: WidgetProps) {
  const { id, label, disabled, readonly, onChange, onBlur } = props;
  const value: unknown = props.value;
  return (
    <div className={choice.inline} role="radiogroup" aria-label={label} {...describedBy(props)}>
      {optionsOf(props).map((option, index) => (
        <label key={option.label} className={choice.option}>
          <input
            type="radio"
            className={choice.mark}
            id={index === 0 ? id : undefined}
            name={id}
            checked={isEqual(option.value, value)}
            disabled={disabled || readonly}
            onChange={() => onChange(option.value)}
            onBlur={() => onBlur(id, value)}
          />
          <span>{option.label}</span>
        </label>
      ))}
    </div>
  );
}
