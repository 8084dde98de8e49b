import { MenuItem, TextField } from '@mui/material';
import { useState } from 'react';
import type { ConditionValue } from '#grammar/index.ts';
import { type ConditionField, firstValue } from '#schemas/designing/condition-fields.ts';
import { numberMessage } from '#schemas/typed-values/parse-number.ts';
import { TypedTextField, unboundedNumber } from '../../../generate/TypedTextField.tsx';

interface ValueProps<V extends ConditionValue = ConditionValue> {
  value: V;
  /** The field on the left side of the comparison. */
  about: ConditionField;
  fields: readonly ConditionField[];
  /** Returns false if the script cannot express the value. */
  onChange: (value: ConditionValue) => boolean;
}

/** Right side of a condition: a literal of the field's type, another field, or any expression; or a pattern. */
export function ConditionValueInput({ isPattern, ...props }: ValueProps & { isPattern: boolean }) {
  const { value, onChange } = props;
  if (!isPattern || value.kind !== 'text') return <ComparedValue {...props} />;
  return (
    <CheckedTextField
      label="Pattern"
      value={value.text}
      rejection="This isn't a valid pattern"
      help="For example: ^[0-9]{5}$ for five digits"
      onChange={(text) => onChange({ kind: 'text', text })}
    />
  );
}

function ComparedValue({ value, about, fields, onChange }: ValueProps) {
  const others = fields.filter(({ field }) => field !== about.field);
  const kind = value.kind === 'field' || value.kind === 'source' ? value.kind : 'value';
  const choose = (next: string) => {
    const [other] = others;
    if (next === 'field' && other) onChange({ kind: 'field', field: other.field });
    else if (next === 'source')
      onChange({ kind: 'source', source: value.kind === 'field' ? `(${value.field})` : 'nothing' });
    else if (next === 'value') onChange(firstValue(about.type, about.choices));
  };
  // The language has no literals for dates and durations, so their values are expressions.
  const isWritten = about.type === 'date' || about.type === 'duration';
  return (
    <>
      <TextField select label="Compared with" value={kind} onChange={({ target }) => choose(target.value)}>
        {isWritten ? null : <MenuItem value="value">A value</MenuItem>}
        {others.length > 0 || kind === 'field' ? <MenuItem value="field">Another field</MenuItem> : null}
        <MenuItem value="source">An expression</MenuItem>
      </TextField>
      <Input value={value} about={about} fields={others} onChange={onChange} />
    </>
  );
}

function Input({ value, ...props }: ValueProps) {
  switch (value.kind) {
    case 'text':
      return <TextValue value={value} {...props} />;
    case 'number':
      return <NumberValue value={value} {...props} />;
    case 'truth':
      return (
        <SelectField
          label="Value"
          value={String(value.is)}
          options={truths}
          onChange={(is) => props.onChange({ kind: 'truth', is: is === 'true' })}
        />
      );
    case 'texts':
      return <TextListValue value={value} {...props} />;
    case 'field':
      return <FieldValue value={value} {...props} />;
    case 'source':
      return <ExpressionValue value={value} {...props} />;
  }
}

const truths = [
  { value: 'true', label: 'yes' },
  { value: 'false', label: 'no' },
];

type ValueOf<K extends ConditionValue['kind']> = ValueProps<Extract<ConditionValue, { kind: K }>>;

function TextValue({ value: { text }, about: { choices }, onChange }: ValueOf<'text'>) {
  const change = (next: string) => onChange({ kind: 'text', text: next });
  if (choices.length > 0) return <SelectField label="Value" value={text} options={choices} onChange={change} />;
  return (
    <TextField label="Value" value={text} onKeyDown={preventSubmit} onChange={({ target }) => change(target.value)} />
  );
}

function NumberValue({ value: { number }, onChange }: ValueOf<'number'>) {
  const [typed, setTyped] = useState({ text: '', number });
  // The number has changed elsewhere, for example by an undo, so ignore the unparsable text.
  const unparsed = typed.text !== '' && typed.number === number ? typed.text : undefined;
  return (
    <TypedTextField
      label="Value"
      kind={unboundedNumber}
      value={unparsed ?? number}
      error={unparsed !== undefined}
      helperText={unparsed === undefined ? undefined : numberMessage}
      isNumber
      onKeyDown={preventSubmit}
      onChange={(next) => {
        setTyped({ text: typeof next === 'number' ? '' : String(next ?? ' '), number });
        if (typeof next === 'number') onChange({ kind: 'number', number: next });
      }}
    />
  );
}

function TextListValue({ value: { texts }, onChange }: ValueOf<'texts'>) {
  return (
    <TextField
      label="Values (one per line)"
      multiline
      value={texts.join('\n')}
      onChange={({ target }) => onChange({ kind: 'texts', texts: target.value === '' ? [] : target.value.split('\n') })}
    />
  );
}

function FieldValue({ value: { field }, fields, onChange }: ValueOf<'field'>) {
  const options = fields.map(({ field: value, name: label }) => ({ value, label }));
  return (
    <SelectField
      label="Other field"
      value={field}
      options={options}
      onChange={(next) => onChange({ kind: 'field', field: next })}
    />
  );
}

function ExpressionValue({ value: { source }, onChange }: ValueOf<'source'>) {
  return (
    <CheckedTextField
      label="Expression"
      value={source}
      rejection="This isn't a valid expression"
      help="For example: today, today - 30 days, 5 working days ahead, or $price * 2"
      onChange={(text) => onChange({ kind: 'source', source: text.trim() })}
    />
  );
}

/** Text input that applies the text as soon as it is valid. `onChange` returns false if it is not. */
function CheckedTextField({
  label,
  value,
  rejection,
  help,
  onChange,
}: {
  label: string;
  value: string;
  rejection: string;
  help: string;
  onChange: (text: string) => boolean;
}) {
  const [typed, setTyped] = useState({ text: value, isRejected: false });
  const text = typed.isRejected || typed.text.trim() === value.trim() ? typed.text : value;
  return (
    <TextField
      label={label}
      value={text}
      error={typed.isRejected}
      helperText={typed.isRejected ? rejection : help}
      slotProps={{ htmlInput: { spellCheck: false } }}
      onKeyDown={preventSubmit}
      onChange={({ target }) => setTyped({ text: target.value, isRejected: !onChange(target.value) })}
    />
  );
}

/** Keeps Enter in a single-line input from submitting the page's form. */
function preventSubmit(event: { key: string; preventDefault: () => void }): void {
  if (event.key === 'Enter') event.preventDefault();
}

function SelectField({
  label,
  value,
  options,
  onChange,
}: {
  label: string;
  value: string;
  options: readonly { value: string; label: string }[];
  onChange: (value: string) => void;
}) {
  const isKnown = options.some((each) => each.value === value);
  return (
    <TextField select label={label} value={value} onChange={({ target }) => onChange(target.value)}>
      {[...(isKnown ? [] : [{ value, label: value }]), ...options].map((each) => (
        <MenuItem key={each.value} value={each.value}>
          {each.label}
        </MenuItem>
      ))}
    </TextField>
  );
}
