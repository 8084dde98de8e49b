import { Box } from '@mui/material';
import { useMemo } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { excessOf } from '#schemas/forms/form-size.ts';
import { isRecord } from '#schemas/forms/is-record.ts';
import { readForm } from '#schemas/forms/read-form.ts';
import { runWrittenExamples } from '#schemas/publishing/examples.ts';
import { ExampleOutcomes } from '../publishing/ExampleOutcomes.tsx';
import { useTypedContent } from '../publishing/form-content.ts';

/** The first save of a form publishes it. If examples fail, this lists them and asks for the reason. */
export function NewFormExamples() {
  const { typed } = useTypedContent();
  const { setValue } = useFormContext<{ redReason?: string }>();
  const reason = useWatch<{ redReason?: string }, 'redReason'>({ name: 'redReason' }) ?? '';
  const { formSchema, examples } = typed;
  const outcomes = useMemo(
    () =>
      examples.length > 0 && isRecord(formSchema) && !excessOf(formSchema)
        ? runWrittenExamples(readForm(formSchema), examples)
        : [],
    [formSchema, examples],
  );
  if (outcomes.every(({ isPassing }) => isPassing)) return null;
  return (
    <Box role="group" aria-label="Failing examples" sx={{ mt: 2 }}>
      <ExampleOutcomes outcomes={outcomes} reason={reason} onReason={(next) => setValue('redReason', next)} />
    </Box>
  );
}
