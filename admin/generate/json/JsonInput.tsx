import { Box, FormControl, FormHelperText, FormLabel } from '@mui/material';
import { useRef, useState } from 'react';
import { useInput } from 'react-admin';
import { lazyComponent } from '../../frame/lazy-component.tsx';
import { errorsIn } from '../form-errors.ts';
import type { FieldProps } from '../override.ts';
import { validatorsOf } from '../validators.ts';
import { jsonPathLabel } from './json-path-label.ts';
import type { JsonFault } from './locate-faults.ts';

/** Lazy: CodeMirror is the largest part of a form. */
const JsonEditor = lazyComponent(async () => (await import('./JsonEditor.tsx')).JsonEditor, { height: 120 });

interface JsonInputProps extends FieldProps {
  /**
   * Validation faults of the current value. They replace the errors that the last save reported for places inside it.
   */
  faults?: readonly JsonFault[];
  /** Hides the text while something above the page edits the value; updating a large text is expensive. */
  isCovered?: boolean;
}

/** JSON input for properties without an input of their own. Keeps invalid text while typing. */
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
    // Invalid text becomes the value, so that the form is dirty.
    const nextValue = 'message' in parsed ? next : parsed.value;
    setDraft({ text: next, value: keyOf(nextValue) });
    // react-hook-form treats undefined as 'use the default value'.
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
          {`${field.property.description ? `${field.property.description} ` : ''}Tab indents. Press Escape, then Tab to move to the next field.`}
        </FormHelperText>
      </Box>
    </FormControl>
  );
}

const none: readonly JsonFault[] = [];

/** The error of the value as a whole, else the server's errors inside it. */
function messageOf(error: { message?: string | undefined } | undefined, value: unknown): string | undefined {
  if (error === undefined || error.message) return error?.message;
  const inside = errorsIn(error).map(({ path, message }) => `${jsonPathLabel(value, path.split('.'))}: ${message}`);
  return inside.length > 0 ? inside.join('; ') : undefined;
}

/** Compare by content: the form may return copies. */
const keyOf = (value: unknown) => JSON.stringify(value) ?? '';

function textOf(value: unknown): string {
  if (value === undefined) return '';
  return typeof value === 'string' ? value : JSON.stringify(value, null, 2);
}

/** Result of parsing: a value, or an error message with the line. */
type ParsedJson = { value: unknown } | { message: string };

interface ParseOptions {
  /** The expected JSON type. */
  shape: 'map' | 'list';
  /** Line of the first syntax error, if the editor knows it. */
  brokenLine?: number | undefined;
}

/** Parses and checks the text of a JSON editor. Empty text means no value. */
export function parseJson(text: string, { shape, brokenLine }: ParseOptions): ParsedJson {
  if (text.trim() === '') return { value: undefined };
  const parsed = parse(text, brokenLine);
  if ('message' in parsed) return parsed;
  const isList = Array.isArray(parsed.value);
  const isMap = typeof parsed.value === 'object' && parsed.value !== null && !isList;
  if (shape === 'map' && !isMap) return { message: 'Must be an object, written { … }' };
  if (shape === 'list' && !isList) return { message: 'Must be a list, written [ … ]' };
  return parsed;
}

function parse(text: string, brokenLine: number | undefined): ParsedJson {
  try {
    return { value: JSON.parse(text) };
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    const place = brokenLine === undefined ? placeOf(error.message, text) : `Line ${brokenLine}, `;
    return { message: `${place}not valid JSON: ${causeOf(error.message)}` };
  }
}

/** Engines report the position in different ways; returns 'Line 3, ' if there is one. */
function placeOf(message: string, text: string): string {
  const line = /line (\d+)/.exec(message)?.[1];
  const position = /position (\d+)/.exec(message)?.[1];
  if (line) return `Line ${line}, `;
  if (position) return `Line ${text.slice(0, Number(position)).split('\n').length}, `;
  return 'This is ';
}

function causeOf(message: string): string {
  return message
    .replace(/^JSON\.parse: /, '')
    .replace(/ (in JSON )?at (position|line) .*$/s, '')
    .replace(/, (\.\.\.)?".*" is not valid JSON$/s, '');
}
