import { type FormEvent, useId, useState } from 'react';
import { relativeDateLabels } from '#schemas/typed-values/relative-days.ts';
import { RangeFilterInput } from '../../lists/RangeFilterInput.tsx';
import { Button } from '../../look/Button.tsx';
import { Field, LabeledInput } from '../../look/Field.tsx';
import styles from './ConditionForm.module.css';
import { type ConditionField, type ConditionOperator, conditionOperators } from './orderConditions.ts';

/**
 * The form that adds a filter: a field, an operator and its value. `onAdd` gets the API's query key and value. A filter
 * without a value is not added.
 */
export function ConditionForm({
  fields,
  onAdd,
}: {
  fields: readonly ConditionField[];
  onAdd: (key: string, value: string) => void;
}) {
  const [fieldKey, setFieldKey] = useState(fields[0]?.key ?? '');
  const [operatorTitle, setOperatorTitle] = useState('');
  const [value, setValue] = useState('');
  const field = fields.find(({ key }) => key === fieldKey) ?? fields[0];
  if (!field) return null;
  const operators = conditionOperators[field.kind];
  const operator = operators.find(({ title }) => title === operatorTitle) ?? operators[0];
  if (!operator) return null;
  const given = operator.value ?? (operator.input === 'relativeDate' ? value || 'today' : value);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (given === '') return;
    onAdd(`${field.key}${operator.suffix}`, given);
    setValue('');
  };
  return (
    <form className={styles.form} onSubmit={submit} aria-label="Add a filter">
      <Field label="Field">
        {(control) => (
          <select
            {...control}
            value={field.key}
            onChange={({ target }) => {
              setFieldKey(target.value);
              setOperatorTitle('');
              setValue('');
            }}
          >
            {fields.map(({ key, title }) => (
              <option key={key} value={key}>
                {title}
              </option>
            ))}
          </select>
        )}
      </Field>
      <Field label="Condition">
        {(control) => (
          <select
            {...control}
            value={operator.title}
            onChange={({ target }) => {
              setOperatorTitle(target.value);
              setValue('');
            }}
          >
            {operators.map(({ title }) => (
              <option key={title}>{title}</option>
            ))}
          </select>
        )}
      </Field>
      <ConditionInput key={`${field.key}${operator.title}`} {...{ field, operator, value }} onChange={setValue} />
      <Button type="submit" disabled={given === ''}>
        Add filter
      </Button>
    </form>
  );
}

interface ConditionInputProps {
  field: ConditionField;
  operator: ConditionOperator;
  value: string;
  onChange: (value: string) => void;
}

function ConditionInput({ field, operator, value, onChange }: ConditionInputProps) {
  const { input } = operator;
  if (input === 'none') return null;
  if (input === 'choices') return <Choices field={field} value={value} onChange={onChange} />;
  if (input === 'number' || input === 'date')
    return <RangeFilterInput label="Value" kind={input} value={value} onChange={onChange} />;
  if (input === 'text')
    return (
      <LabeledInput label="Value" maxLength={200} value={value} onChange={({ target }) => onChange(target.value)} />
    );
  return (
    <Field label="Value">
      {(control) => (
        <select {...control} value={value || 'today'} onChange={({ target }) => onChange(target.value)}>
          {Object.entries(relativeDateLabels).map(([date, title]) => (
            <option key={date} value={date}>
              {title}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}

function Choices({ field, value, onChange }: Omit<ConditionInputProps, 'operator'>) {
  const name = useId();
  const chosen = value.split(',').filter(Boolean);
  const toggle = (choice: string) =>
    onChange(
      (field.choices ?? [])
        .map((each) => each.value)
        .filter((each) => chosen.includes(each) !== (each === choice))
        .join(','),
    );
  return (
    <fieldset className={styles.choices}>
      <legend>Value</legend>
      {(field.choices ?? []).map(({ value: choice, title }) => (
        <label key={choice}>
          <input type="checkbox" name={name} checked={chosen.includes(choice)} onChange={() => toggle(choice)} />
          <span>{title}</span>
        </label>
      ))}
    </fieldset>
  );
}
