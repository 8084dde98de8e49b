import { TextField } from '@mui/material';
import { useRef, useState } from 'react';
import { InputHelperText, useInput } from 'react-admin';
import { parseJson } from './json-text.ts';
import type { FieldProps } from './override.ts';
import { validatorsOf } from './validators.ts';

/** A property without a screen of its own, edited as JSON. What is typed stays, also while it is no JSON yet. */
export function JsonInput({ field, source }: FieldProps) {
  const shape = field.kind === 'list' ? 'list' : 'map';
  const fault = useRef<string | undefined>(undefined);
  const [draft, setDraft] = useState({ text: '', value: '' });
  const input = useInput({
    source,
    format: (value: unknown) => value ?? undefined,
    validate: [() => fault.current, ...validatorsOf(field)],
  });
  const text = draft.value === keyOf(input.field.value) ? draft.text : textOf(input.field.value);
  const error = fault.current ?? input.fieldState.error?.message;

  const change = (next: string) => {
    const parsed = parseJson(next, shape);
    fault.current = 'message' in parsed ? parsed.message : undefined;
    // A text that is no JSON yet is a value of its own, so that the form knows that something was typed.
    const nextValue = 'message' in parsed ? next : parsed.value;
    setDraft({ text: next, value: keyOf(nextValue) });
    input.field.onChange(nextValue);
  };

  return (
    <TextField
      id={input.id}
      inputRef={input.field.ref}
      label={field.label}
      required={field.isRequired}
      value={text}
      onChange={(event) => change(event.target.value)}
      onBlur={input.field.onBlur}
      error={error !== undefined}
      helperText={<InputHelperText error={error} helperText={field.property.description} />}
      multiline
      minRows={4}
      maxRows={24}
      fullWidth
      slotProps={{ htmlInput: { spellCheck: false, style: { fontFamily: 'ui-monospace, monospace', fontSize: 13 } } }}
    />
  );
}

/** The form may hand back a copy of what it was given, so values are compared by what they hold. */
const keyOf = (value: unknown) => JSON.stringify(value) ?? '';

function textOf(value: unknown): string {
  if (value === undefined) return '';
  return typeof value === 'string' ? value : JSON.stringify(value, null, 2);
}
