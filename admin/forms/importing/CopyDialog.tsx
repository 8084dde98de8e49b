import {
  Alert,
  Autocomplete,
  Button,
  Dialog,
  DialogActions,
  DialogContent,
  DialogTitle,
  TextField,
} from '@mui/material';
import { useId, useState } from 'react';
import { useDataProvider, useGetList } from 'react-admin';
import { readForm } from '#schemas/forms/read-form.ts';
import type { Form } from '#schemas/generated/types.ts';
import { type ExampleOutcome, runExamples } from '#schemas/publishing/examples.ts';
import { ExampleOutcomes } from '../publishing/ExampleOutcomes.tsx';
import type { InitialForm } from './templates.ts';

/** Picks a form to copy and a name for the copy. */
export function CopyDialog({ onTake, onClose }: { onTake: (form: InitialForm) => void; onClose: () => void }) {
  const title = useId();
  const provider = useDataProvider();
  const [typed, setTyped] = useState('');
  const [form, setForm] = useState<Form | null>(null);
  const [name, setName] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  /** The results of the examples of the form with this id, if some fail. */
  const [failing, setFailing] = useState<{ of: string; outcomes: readonly ExampleOutcome[] } | null>(null);
  const [reason, setReason] = useState('');
  const isFailing = failing !== null && failing.of === form?.id;
  const { data = [], isPending } = useGetList<Form>('forms', {
    pagination: { page: 1, perPage: 50 },
    sort: { field: 'name', order: 'ASC' },
    filter: typed && typed !== form?.name ? { q: typed } : {},
  });
  const copy = async () => {
    if (!form) return;
    setBusy(true);
    try {
      const { data: whole } = await provider.getOne<Form>('forms', { id: form.id });
      const { description, formSchema, tableColumns, examples } = whole;
      const outcomes = runExamples(readForm(formSchema), examples ?? []);
      const isRed = outcomes.some(({ isPassing }) => !isPassing);
      if (isRed && !isFailing) {
        setFailing({ of: form.id, outcomes });
        setReason('');
        setBusy(false);
        return;
      }
      onTake({
        name: name.trim(),
        formSchema,
        tableColumns,
        ...(description ? { description } : {}),
        ...(examples ? { examples } : {}),
        ...(isRed ? { redReason: reason.trim() } : {}),
      });
      onClose();
    } catch (error) {
      setProblem(error instanceof Error ? error.message : String(error));
      setBusy(false);
    }
  };
  return (
    <Dialog open onClose={onClose} fullWidth maxWidth="xs" aria-labelledby={title}>
      <DialogTitle id={title}>Copy a form</DialogTitle>
      <DialogContent sx={{ display: 'grid', gap: 2, '&&': { pt: 1 } }}>
        <Autocomplete
          options={data}
          value={form}
          loading={isPending}
          filterOptions={(all) => all}
          getOptionLabel={(each) => each.name}
          getOptionKey={(each) => each.id}
          isOptionEqualToValue={(one, other) => one.id === other.id}
          onInputChange={(_, next) => setTyped(next)}
          onChange={(_, next) => {
            setForm(next);
            if (next) setName(`Copy of ${next.name}`.slice(0, 200));
          }}
          renderInput={(input) => <TextField {...input} label="Form" required />}
        />
        <TextField
          label="Name of the copy"
          required
          value={name}
          slotProps={{ htmlInput: { maxLength: 200 } }}
          onChange={({ target }) => setName(target.value)}
        />
        {isFailing ? <ExampleOutcomes outcomes={failing.outcomes} reason={reason} onReason={setReason} /> : null}
        {problem ? <Alert severity="error">{problem}</Alert> : null}
      </DialogContent>
      <DialogActions>
        <Button color="inherit" onClick={onClose}>
          Cancel
        </Button>
        <Button
          variant="contained"
          disabled={!form || name.trim() === '' || isBusy || (isFailing && reason.trim() === '')}
          onClick={() => void copy()}
        >
          Copy
        </Button>
      </DialogActions>
    </Dialog>
  );
}
