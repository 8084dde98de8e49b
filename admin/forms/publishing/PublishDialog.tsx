import {
  Alert,
  Box,
  Button,
  Dialog,
  DialogActions,
  DialogContent,
  DialogTitle,
  TextField,
  Typography,
} from '@mui/material';
import { useId, useMemo, useState } from 'react';
import { useNotify } from 'react-admin';
import { checkFormSchema } from '#schemas/forms/check-form-schema.ts';
import type { Problem } from '#schemas/forms/form.ts';
import { excessOf } from '#schemas/forms/form-size.ts';
import { readForm } from '#schemas/forms/read-form.ts';
import type { Form, JsonMap } from '#schemas/generated/types.ts';
import { formDifferences } from '#schemas/publishing/differences.ts';
import { runExamples } from '#schemas/publishing/examples.ts';
import { lintForm } from '#schemas/publishing/lint-form.ts';
import type { FormWarning } from '#schemas/publishing/lint-samples.ts';
import { useEditedRecord } from '../../generate/editing/EditRecord.tsx';
import { jsonPathLabel } from '../../generate/json/json-path-label.ts';
import { request } from '../../provider/http.ts';
import { BacktestSection, DialogSection } from './BacktestSection.tsx';
import { ExampleOutcomes } from './ExampleOutcomes.tsx';
import { FormDiff } from './FormDiff.tsx';
import { type FormContent, useTypedContent } from './form-content.ts';

interface PublishDialogProps {
  form: Form;
  /** The version to publish. */
  content: FormContent;
  onClose: () => void;
}

/** Publishes the edited form. */
export function PublishDialog({ form, content, onClose }: PublishDialogProps) {
  const { editing } = useEditedRecord();
  const { put } = useTypedContent();
  const afterPublishing = async (published: Form) => {
    // Other unsaved fields stay typed; the published ones are not reported as somebody else's change.
    put(published);
    await editing.reload();
  };
  return <PublishReview {...{ form, content, onClose, afterPublishing }} title={`Publish “${form.name}”`} />;
}

interface PublishReviewProps extends PublishDialogProps {
  title: string;
  /** The note to start from. */
  initialNote?: string;
  afterPublishing: (published: Form) => Promise<void>;
}

/**
 * Review before publishing: problems, warnings, diff, examples and backtest. Problems block publishing, failing
 * examples need a reason, warnings are only shown.
 */
export function PublishReview({
  form,
  content,
  title: heading,
  initialNote = '',
  afterPublishing,
  onClose,
}: PublishReviewProps) {
  const title = useId();
  const notify = useNotify();
  const { publish, isPublishing, publishError } = usePublish(form, afterPublishing);
  const [note, setNote] = useState(initialNote);
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
      <DialogTitle id={title}>{heading}</DialogTitle>
      <DialogContent sx={{ display: 'grid', gap: 2.5, gridTemplateColumns: 'minmax(0, 1fr)', alignContent: 'start' }}>
        {publishError ? <Alert severity="error">{publishError}</Alert> : null}
        <DialogSection title="Check">
          <Findings formSchema={formSchema} problems={problems} warnings={warnings} />
        </DialogSection>
        <DialogSection title={`Changes since version ${form.version}`}>
          <FormDiff differences={differences} />
        </DialogSection>
        <DialogSection title="Examples">
          <ExampleOutcomes outcomes={outcomes} reason={redReason} onReason={setRedReason} />
        </DialogSection>
        <DialogSection title="Orders of this form">
          <BacktestSection form={form} formSchema={formSchema} />
        </DialogSection>
        <TextField
          label="Note on this version"
          value={note}
          multiline
          fullWidth
          helperText="Describe what this version changes. The note appears in the list of versions."
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
              ? 'Fix the problems found by the check first.'
              : 'Some examples fail. Give a reason or fix them.'
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

interface Publishing extends FormContent {
  note: string;
  redReason: string;
}

/** Publishes a new version of the form. Sends the revision that the page has, so a stale page is rejected. */
function usePublish({ id }: Pick<Form, 'id'>, afterPublishing: (published: Form) => Promise<void>) {
  const { editing } = useEditedRecord();
  const [isPublishing, setPublishing] = useState(false);
  const [publishError, setPublishError] = useState<string>();
  /** Resolves to the version number, or undefined if the server rejected. */
  const publish = async ({ redReason, ...content }: Publishing): Promise<number | undefined> => {
    setPublishing(true);
    setPublishError(undefined);
    const body = JSON.stringify({ ...content, ...(redReason.trim() === '' ? {} : { redReason }) });
    const headers = new Headers({ 'If-Match': `"${editing.state().saved.revision}"` });
    try {
      const { json } = await request(`/api/forms/${id}`, { method: 'PATCH', body, headers });
      await afterPublishing(json);
      return json.version;
    } catch (error) {
      setPublishError(error instanceof Error ? error.message : String(error));
      return undefined;
    } finally {
      setPublishing(false);
    }
  };
  return { publish, isPublishing, publishError };
}

interface FindingsProps {
  formSchema: JsonMap;
  problems: readonly Problem[];
  warnings: readonly FormWarning[];
}

/** Maximum number listed per kind. */
const maxLines = 20;

/** Lists problems, which block publishing, and warnings, which do not. */
function Findings({ formSchema, problems, warnings }: FindingsProps) {
  if (problems.length === 0 && warnings.length === 0)
    return (
      <Typography variant="body2">No problems found in keys, scripts, options, labels, or table columns.</Typography>
    );
  const faults = problems.map(
    ({ path, message }) => `${jsonPathLabel(formSchema, path.split('/').slice(1))}: ${message}`,
  );
  return (
    <Box sx={{ display: 'grid', gap: 1 }}>
      {faults.length > 0 ? <List severity="error" intro="The form can't be published:" lines={faults} /> : null}
      {warnings.length > 0 ? (
        <List
          severity="warning"
          intro="Warnings (you can publish anyway):"
          lines={warnings.map(({ message }) => message)}
        />
      ) : null}
    </Box>
  );
}

function List({ severity, intro, lines }: { severity: 'error' | 'warning'; intro: string; lines: readonly string[] }) {
  const uniqueLines = [...new Set(lines)];
  return (
    <Alert severity={severity}>
      <span>{intro}</span>
      <Box component="ul" sx={{ m: 0, pl: 2.5, overflowWrap: 'anywhere' }}>
        {uniqueLines.slice(0, maxLines).map((line) => (
          <li key={line}>{line}</li>
        ))}
        {uniqueLines.length > maxLines ? <li>{`and ${uniqueLines.length - maxLines} more`}</li> : null}
      </Box>
    </Alert>
  );
}
