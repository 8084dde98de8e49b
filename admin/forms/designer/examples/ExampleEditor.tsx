import { Box, Button, Paper, TextField, Typography } from '@mui/material';
import { useEffect, useId, useMemo, useState, useSyncExternalStore } from 'react';
import type { ElementSlot } from '#portal/forms/elementSlot.ts';
import { FormView } from '#portal/forms/FormView.tsx';
import { randomId } from '#portal/forms/randomId.ts';
import { createFormStore } from '#portal/forms/store/createFormStore.ts';
import { contextNames } from '#schemas/forms/filling/view.ts';
import type { Form as ReadForm } from '#schemas/forms/form.ts';
import { isEqual } from '#schemas/forms/is-equal.ts';
import { isRecord } from '#schemas/forms/is-record.ts';
import type { JsonMap } from '#schemas/generated/types.ts';
import {
  type Expectation,
  exampleContext,
  expectationInWords,
  expectationsNow,
  type FormExample,
  runExamples,
} from '#schemas/publishing/examples.ts';
import { replaceForm } from '../form-store.ts';

interface ExampleEditorProps {
  form: ReadForm;
  example: FormExample;
  isNew: boolean;
  onSave: (example: FormExample) => void;
  onClose: () => void;
}

/** Editor of one form example (a test case): the filled form, the current outcome and the expected one. */
export function ExampleEditor({ form, example, isNew, onSave, onClose }: ExampleEditorProps) {
  const [name, setName] = useState(example.name);
  const [sees, setSees] = useState(example.sees);
  const [chosen, setChosen] = useState<Expectation[] | null>(isNew ? null : example.expected);
  const context = useMemo(() => ({ ...exampleContext({ at: example.at, sees }), idOf: randomId }), [example.at, sees]);
  const [store] = useState(() => createFormStore({ form, values: example.formData, context }));
  useEffect(() => replaceForm(store, form), [store, form]);
  useEffect(() => {
    const { setContext: takeContext } = store;
    if (store.context() !== context) takeContext(context);
  }, [store, context]);
  const formData = useSyncExternalStore(store.subscribeAll, store.values);
  const now = useMemo(() => {
    const [outcome] = runExamples(form, [{ ...example, sees, formData, expected: chosen ?? [] }]);
    return outcome ?? { problems: [], hidden: [], failures: [] };
  }, [form, example, sees, formData, chosen]);
  const happening = expectationsNow(now).slice(0, maxExpected);
  // A new example expects the current outcome until the author chooses.
  const expected = chosen ?? happening;
  const isExpected = (each: Expectation) => expected.some((other) => isEqual(other, each));
  const edited = { ...example, name: name.trim(), formData, expected, ...(sees ? { sees } : {}) };
  return (
    <Box
      sx={{ display: 'grid', gap: 2, pt: 2, gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'minmax(0, 1fr) 360px' } }}
    >
      <Section title="Filled form">
        <FormView store={store} hasSummary={false} />
      </Section>
      <Box sx={{ display: 'grid', gap: 2, alignContent: 'start', minWidth: 0 }}>
        <TextField
          label="Example name"
          value={name}
          slotProps={{ htmlInput: { maxLength: 200 } }}
          onChange={({ target }) => setName(target.value)}
        />
        <ScriptContextInput form={form} sees={sees} onChange={setSees} />
        <Section title="Current result">
          <Lines>
            {happening.map((each) => (
              <Line key={JSON.stringify(each)} text={expectationInWords(form, each)}>
                <Button
                  size="small"
                  disabled={isExpected(each) || expected.length >= maxExpected}
                  onClick={() => setChosen([...expected.filter((other) => fits(other, each)), each])}
                  aria-label={`Expect: ${expectationInWords(form, each)}`}
                >
                  {isExpected(each) ? 'Expected' : 'Expect this'}
                </Button>
              </Line>
            ))}
          </Lines>
          <Button size="small" variant="outlined" onClick={() => setChosen(happening)}>
            Expect current result
          </Button>
        </Section>
        <Section title="Expected result">
          <Lines>
            {expected.map((each) => (
              <Line key={JSON.stringify(each)} text={expectationInWords(form, each)}>
                <Button
                  size="small"
                  color="error"
                  disabled={expected.length === 1}
                  onClick={() => setChosen(expected.filter((other) => other !== each))}
                  aria-label={`No longer expect: ${expectationInWords(form, each)}`}
                >
                  Remove
                </Button>
              </Line>
            ))}
          </Lines>
          <Box role="status">
            {chosen && now.failures.length > 0
              ? now.failures.map((sentence) => (
                  <Typography key={sentence} variant="body2" color="error">
                    {sentence}
                  </Typography>
                ))
              : null}
          </Box>
        </Section>
        <Box sx={{ display: 'flex', gap: 1 }}>
          <Button variant="contained" disabled={edited.name === ''} onClick={() => onSave(edited)}>
            Save example
          </Button>
          <Button color="inherit" onClick={onClose}>
            Cancel
          </Button>
        </Box>
      </Box>
    </Box>
  );
}

/** The limit in the schema of forms. */
const maxExpected = 20;

/** 'Passes' contradicts a rejection, so adding one replaces the other. */
const fits = (other: Expectation, added: Expectation): boolean =>
  added.kind === 'hidden' || other.kind === 'hidden' || (other.kind === 'passes') === (added.kind === 'passes');

function Section({ title, children }: { title: string; children: ElementSlot }) {
  const id = useId();
  return (
    <Paper component="section" variant="outlined" aria-labelledby={id} sx={{ p: 1.5, minWidth: 0 }}>
      <Box component="h3" id={id} sx={{ m: 0, mb: 1, typography: 'subtitle2', color: 'text.secondary' }}>
        {title}
      </Box>
      {children}
    </Paper>
  );
}

const Lines = ({ children }: { children: ElementSlot }) => (
  <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0, mb: 1 }}>
    {children}
  </Box>
);

const Line = ({ text, children }: { text: string; children: ElementSlot }) => (
  <Box component="li" sx={{ display: 'flex', gap: 1, alignItems: 'center', justifyContent: 'space-between' }}>
    <Typography variant="body2" sx={{ overflowWrap: 'anywhere', minWidth: 0 }}>
      {text}
    </Typography>
    {children}
  </Box>
);

interface WhatRulesSeeProps {
  form: ReadForm;
  sees: JsonMap | undefined;
  onChange: (sees: JsonMap) => void;
}

/**
 * The context that the form's rules read besides the form, as JSON, if they read any. Defaults to a new order without a
 * client.
 */
function ScriptContextInput({ form, sees = {}, onChange }: WhatRulesSeeProps) {
  const names = contextNames.filter((name) => form.contextReads.has(name));
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
      label="Order data for the rules"
      value={text}
      multiline
      maxRows={10}
      error={isBroken}
      helperText={
        isBroken ? "This isn't a JSON object." : `The rules read ${names.map((name) => `$${name}`).join(', ')}.`
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
