import { Box, FormControl, FormHelperText, FormLabel } from '@mui/material';
import { useRef, useState } from 'react';
import { useInput } from 'react-admin';
import { lazily } from '../../frame/lazily.tsx';
import { errorsIn } from '../form-errors.ts';
import type { FieldProps } from '../override.ts';
import { validatorsOf } from '../validators.ts';
import type { JsonFault } from './fault-places.ts';
import { parseJson } from './json-text.ts';
import { placeInJson } from './place-in-json.ts';

/** The editor is larger than all else of a form: loaded when the first JSON is shown. */
const JsonEditor = lazily(async () => (await import('./JsonEditor.tsx')).JsonEditor, { height: 120 });

interface JsonInputProps extends FieldProps {
  /** What is wrong with the value already, before it is saved; what a save has said of places in it is not said again. */
  faults?: readonly JsonFault[];
  /** Something stands over it that changes the value: nobody needs the text meanwhile, and of a large value it costs much. */
  isCovered?: boolean;
}

/** A property without a screen of its own, edited as JSON. What is typed stays, also while it is no JSON yet. */
export function JsonInput({ field, source, faults = none, isCovered = false }: JsonInputProps) {
  const shape = field.kind === 'list' ? 'list' : 'map';
  const fault = useRef<string | undefined>(undefined);
  const [draft, setDraft] = useState({ text: '', value: '' });
  const {
    id,
    field: input,
    fieldState,
  } = useInput({
    source,
    format: (value: unknown) => value ?? undefined,
    validate: [() => fault.current, ...validatorsOf(field)],
  });
  const text = isCovered ? '' : draft.value === keyOf(input.value) ? draft.text : textOf(input.value);
  const error = fault.current ?? (faults.length > 0 ? undefined : messageOf(fieldState.error, input.value));
  const isInvalid = error !== undefined || faults.length > 0;
  const label = `${id}-label`;
  const hint = `${id}-hint`;

  const change = (next: string, brokenLine: number | undefined) => {
    const parsed = parseJson(next, { shape, brokenLine });
    fault.current = 'message' in parsed ? parsed.message : undefined;
    // A text that is no JSON yet is a value of its own, so that the form knows that something was typed.
    const nextValue = 'message' in parsed ? next : parsed.value;
    setDraft({ text: next, value: keyOf(nextValue) });
    // For undefined the form would bring back what was there first.
    input.onChange(nextValue ?? null);
  };

  return (
    <FormControl fullWidth error={isInvalid} required={field.isRequired}>
      <FormLabel component="span" id={label} sx={{ mb: 0.5 }}>
        {field.label}
      </FormLabel>
      {isCovered ? null : (
        <JsonEditor
          text={text}
          onChange={change}
          onBlur={input.onBlur}
          focusRef={input.ref}
          labelledBy={label}
          describedBy={hint}
          isInvalid={isInvalid}
          faults={error === undefined ? faults : none}
        />
      )}
      <Box id={hint}>
        {error === undefined ? null : <FormHelperText>{error}</FormHelperText>}
        <FormHelperText error={false}>
          {`${field.property.description ? `${field.property.description} ` : ''}Tab indents; Escape, then Tab goes on to the next field.`}
        </FormHelperText>
      </Box>
    </FormControl>
  );
}

const none: readonly JsonFault[] = [];

/** An error of the whole value, else the server's about places inside it. */
function messageOf(error: { message?: string | undefined } | undefined, value: unknown): string | undefined {
  if (error === undefined || error.message) return error?.message;
  const inside = errorsIn(error).map(({ path, message }) => `${placeInJson(value, path.split('.'))}: ${message}`);
  return inside.length > 0 ? inside.join('; ') : undefined;
}

/** The form may hand back a copy of what it was given, so values are compared by what they hold. */
const keyOf = (value: unknown) => JSON.stringify(value) ?? '';

function textOf(value: unknown): string {
  if (value === undefined) return '';
  return typeof value === 'string' ? value : JSON.stringify(value, null, 2);
}
