import { Alert, Box, Button, Dialog, DialogActions, DialogContent, DialogTitle, TextField } from '@mui/material';
import { useId, useMemo, useState } from 'react';
import { useNotify } from 'react-admin';
import { checkFormSchema } from '#schemas/forms/check-form-schema.ts';
import { excessOf } from '#schemas/forms/form-size.ts';
import { readForm } from '#schemas/forms/read-form.ts';
import type { Form } from '#schemas/generated/types.ts';
import { formDifferences } from '#schemas/publishing/differences.ts';
import { runExamples } from '#schemas/publishing/examples.ts';
import { lintForm } from '#schemas/publishing/lint-form.ts';
import { BacktestSection } from './BacktestSection.tsx';
import { DialogSection } from './DialogSection.tsx';
import { ExampleOutcomes } from './ExampleOutcomes.tsx';
import { Findings } from './Findings.tsx';
import { FormDiff } from './FormDiff.tsx';
import type { FormContent } from './form-content.ts';
import { usePublish } from './usePublish.ts';

interface PublishDialogProps {
  form: Form;
  /** The version to publish. */
  content: FormContent;
  onClose: () => void;
}

/**
 * Review before publishing: problems, warnings, diff, examples and backtest. Problems block publishing, failing
 * examples need a reason, warnings are only shown.
 */
export function PublishDialog({ form, content, onClose }: PublishDialogProps) {
  const title = useId();
  const notify = useNotify();
  const { publish, isPublishing, refusal } = usePublish(form);
  const [note, setNote] = useState('');
  const [redReason, setRedReason] = useState('');
  const { formSchema, examples } = content;
  const { problems, warnings, differences, outcomes } = useMemo(() => {
    const problems = checkFormSchema(formSchema);
    // A form that is too large cannot be parsed, so the size problem is the only one.
    if (excessOf(formSchema)) return { problems, warnings: [], differences: [], outcomes: [] };
    const [published, next] = [readForm(form.formSchema), readForm(formSchema)];
    return {
      problems,
      warnings: lintForm(next, form.tableColumns),
      differences: formDifferences(published, next),
      outcomes: runExamples(next, examples),
    };
  }, [form, formSchema, examples]);
  const red = outcomes.filter(({ isPassing }) => !isPassing);
  const isStopped = problems.length > 0 || (red.length > 0 && redReason.trim() === '');
  const send = async () => {
    const version = await publish({ ...content, note, redReason });
    if (version === undefined) return;
    notify(`Published as version ${version}`, { type: 'success' });
    onClose();
  };
  return (
    <Dialog open onClose={onClose} fullWidth maxWidth="md" aria-labelledby={title}>
      <DialogTitle id={title}>{`Publish “${form.name}”`}</DialogTitle>
      <DialogContent sx={{ display: 'grid', gap: 2.5, gridTemplateColumns: 'minmax(0, 1fr)', alignContent: 'start' }}>
        {refusal ? <Alert severity="error">{refusal}</Alert> : null}
        <DialogSection title="Check">
          <Findings formSchema={formSchema} problems={problems} warnings={warnings} />
        </DialogSection>
        <DialogSection title={`Changes since version ${form.version}`}>
          <FormDiff differences={differences} />
        </DialogSection>
        <DialogSection title="Examples">
          <ExampleOutcomes outcomes={outcomes} />
          {red.length > 0 ? (
            <TextField
              label="Why publish it all the same"
              value={redReason}
              required
              multiline
              fullWidth
              helperText="It is kept with the version."
              slotProps={{ htmlInput: { maxLength: 2_000 } }}
              onChange={({ target }) => setRedReason(target.value)}
              sx={{ mt: 1.5 }}
            />
          ) : null}
        </DialogSection>
        <DialogSection title="Orders of this form">
          <BacktestSection form={form} formSchema={formSchema} />
        </DialogSection>
        <TextField
          label="Note on this version"
          value={note}
          multiline
          fullWidth
          helperText="What the version changes; it is listed among the versions."
          slotProps={{ htmlInput: { maxLength: 2_000 } }}
          onChange={({ target }) => setNote(target.value)}
        />
      </DialogContent>
      <DialogActions sx={{ flexWrap: 'wrap' }}>
        <Box
          role="status"
          sx={{ flex: { xs: '1 1 100%', sm: 1 }, color: 'text.secondary', typography: 'body2', pl: 2 }}
        >
          {isStopped
            ? problems.length > 0
              ? 'Mend what the check has found first.'
              : 'Examples are red: say why, or mend them.'
            : ''}
        </Box>
        <Button color="inherit" onClick={onClose}>
          Cancel
        </Button>
        <Button variant="contained" disabled={isStopped || isPublishing} onClick={() => void send()}>
          Publish
        </Button>
      </DialogActions>
    </Dialog>
  );
}
