import { Alert, Box, Button, Chip, Typography } from '@mui/material';
import { useDeferredValue, useMemo, useState } from 'react';
import { randomId } from '#portal/forms/randomId.ts';
import { serializeDesign } from '#schemas/designing/design.ts';
import { initialValues } from '#schemas/forms/fill.ts';
import { createFormReader } from '#schemas/forms/form-reader.ts';
import { type ExampleOutcome, exampleContext, type FormExample, runExamples } from '#schemas/publishing/examples.ts';
import { lazyComponent } from '../../../frame/lazy-component.tsx';
import { useTypedContent } from '../../publishing/form-content.ts';
import type { Designer } from '../useDesigner.ts';

const ExampleEditor = lazyComponent(async () => (await import('./ExampleEditor.tsx')).ExampleEditor, { height: 320 });

/** The limit in the schema of forms. */
const maxExamples = 50;

/** Form examples (test cases): filled forms with expected outcomes, run again on each edit of the form. */
export function ExamplesView({ designer: { design } }: { designer: Designer }) {
  const { typed, put } = useTypedContent();
  const { examples } = typed;
  const [read] = useState(createFormReader);
  const deferredDesign = useDeferredValue(design);
  const form = useMemo(() => read(serializeDesign(deferredDesign)), [read, deferredDesign]);
  const outcomes = useMemo(() => runExamples(form, examples), [form, examples]);
  const [open, setOpen] = useState<FormExample | null>(null);
  const [deleted, setDeleted] = useState<{ example: FormExample; at: number } | null>(null);
  const failing = outcomes.filter(({ isPassing }) => !isPassing).length;
  const begin = () => {
    const at = new Date().toISOString();
    const formData = initialValues(form, exampleContext({ at }));
    setOpen({ id: randomId(), name: `Example ${examples.length + 1}`, at, formData, expected: [{ kind: 'passes' }] });
  };
  const saveExample = (next: FormExample) => {
    const isThere = examples.some(({ id }) => id === next.id);
    put({ examples: isThere ? examples.map((each) => (each.id === next.id ? next : each)) : [...examples, next] });
    setOpen(null);
  };
  const remove = (example: FormExample, at: number) => {
    put({ examples: examples.filter((each) => each !== example) });
    setDeleted({ example, at });
  };
  if (open) {
    const isNew = !examples.some(({ id }) => id === open.id);
    return (
      <ExampleEditor
        key={open.id}
        {...{ form, isNew }}
        example={open}
        onSave={saveExample}
        onClose={() => setOpen(null)}
      />
    );
  }
  return (
    <Box component="section" aria-label="Examples of this form" sx={{ display: 'grid', gap: 2, pt: 2, maxWidth: 900 }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, alignItems: 'center' }}>
        <Typography role="status" sx={{ flex: '1 1 auto' }}>
          {summaryOf(examples.length, failing)}
        </Typography>
        <Button variant="outlined" disabled={examples.length >= maxExamples} onClick={begin}>
          Add example
        </Button>
      </Box>
      {deleted ? (
        <Alert
          severity="info"
          action={
            <Button
              color="inherit"
              onClick={() => {
                put({ examples: examples.toSpliced(deleted.at, 0, deleted.example) });
                setDeleted(null);
              }}
            >
              Undo
            </Button>
          }
        >
          {`“${deleted.example.name}” deleted.`}
        </Alert>
      ) : null}
      <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0, display: 'grid', gap: 1 }}>
        {examples.map((example, at) => (
          <ExampleRow
            key={example.id}
            {...{ example }}
            outcome={outcomes[at]}
            onOpen={() => setOpen(example)}
            onRemove={() => remove(example, at)}
          />
        ))}
      </Box>
    </Box>
  );
}

function summaryOf(count: number, failing: number): string {
  if (count === 0)
    return 'An example is a filled-in form with the result you expect. It shows you right away when a change breaks that result.';
  if (failing === 0) return count === 1 ? 'The example passes.' : `All ${count} examples pass.`;
  return `${failing} of ${count} ${count === 1 ? 'example fails' : 'examples fail'}.`;
}

interface ExampleRowProps {
  example: FormExample;
  outcome: ExampleOutcome | undefined;
  onOpen: () => void;
  onRemove: () => void;
}

function ExampleRow({ example: { name }, outcome, onOpen, onRemove }: ExampleRowProps) {
  const isPassing = outcome?.isPassing ?? false;
  return (
    <Box
      component="li"
      sx={{ border: 1, borderColor: 'divider', borderRadius: 1, p: 1.5, display: 'flex', flexWrap: 'wrap', gap: 1.5 }}
    >
      <ExampleStatusChip isPassing={isPassing} />
      <Box sx={{ flex: '1 1 240px', minWidth: 0 }}>
        <Typography sx={{ fontWeight: 600, overflowWrap: 'anywhere' }}>{name}</Typography>
        {(outcome?.failures ?? []).map((sentence) => (
          <Typography key={sentence} variant="body2" color="text.secondary" sx={{ overflowWrap: 'anywhere' }}>
            {sentence}
          </Typography>
        ))}
      </Box>
      <Button size="small" onClick={onOpen} aria-label={`Open ${name}`}>
        Open
      </Button>
      <Button size="small" color="error" onClick={onRemove} aria-label={`Delete ${name}`}>
        Delete
      </Button>
    </Box>
  );
}

/** Pass or fail chip of an example, in color and words. */
export function ExampleStatusChip({ isPassing }: { isPassing: boolean }) {
  return (
    <Chip
      size="small"
      variant="outlined"
      color={isPassing ? 'success' : 'error'}
      label={isPassing ? 'Passing' : 'Failing'}
    />
  );
}
