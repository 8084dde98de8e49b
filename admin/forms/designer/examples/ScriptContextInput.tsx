import { TextField } from '@mui/material';
import { useState } from 'react';
import { contextNames } from '#schemas/forms/filling/view.ts';
import type { Form as ReadForm } from '#schemas/forms/form.ts';
import { isRecord } from '#schemas/forms/is-record.ts';
import type { JsonMap } from '#schemas/generated/types.ts';

interface WhatRulesSeeProps {
  form: ReadForm;
  sees: JsonMap | undefined;
  onChange: (sees: JsonMap) => void;
}

/**
 * The context that the form's rules read besides the form, as JSON, if they read any. Defaults to a new order without a
 * client.
 */
export function ScriptContextInput({ form, sees = {}, onChange }: WhatRulesSeeProps) {
  const names = contextNames.filter((name) => form.asks.has(name));
  const [text, setText] = useState(() => JSON.stringify(Object.keys(sees).length > 0 ? sees : startOf(names), null, 2));
  const [isBroken, setBroken] = useState(false);
  if (names.length === 0) return null;
  const type = (next: string) => {
    setText(next);
    const read = parseObject(next);
    setBroken(read === null);
    if (read) onChange(read);
  };
  return (
    <TextField
      label="What the rules see of the order"
      value={text}
      multiline
      maxRows={10}
      error={isBroken}
      helperText={
        isBroken ? 'This is no JSON object.' : `The rules read ${names.map((name) => `$${name}`).join(', ')}.`
      }
      slotProps={{ htmlInput: { spellCheck: false } }}
      onChange={({ target }) => type(target.value)}
    />
  );
}

const startOf = (names: readonly string[]): JsonMap =>
  Object.fromEntries(names.map((name) => [name, name === 'order' ? { status: 'DRAFT', submissionDate: null } : null]));

function parseObject(text: string): JsonMap | null {
  try {
    const value: unknown = JSON.parse(text);
    return isRecord(value) ? value : null;
  } catch {
    return null;
  }
}
