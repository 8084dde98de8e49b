import { Alert, Button, Dialog, DialogActions, DialogContent, DialogTitle, Skeleton } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { useGetOne } from 'react-admin';
import { isEqual } from '#schemas/forms/is-equal.ts';
import type { Form } from '#schemas/generated/types.ts';
import { fullRecordQuery } from '../../generate/useFieldValue.ts';
import { readVersions } from './CompareVersions.tsx';
import { PublishReview } from './PublishDialog.tsx';

interface PublishAgainDialogProps {
  /** The form's id. */
  id: string;
  number: number;
  /** Called when the version has been published under a new number. */
  onPublished: () => Promise<void>;
  onClose: () => void;
}

/** Publishes an earlier version of a form again, after the same review as any other change. */
export function PublishAgainDialog({ id, number, onPublished, onClose }: PublishAgainDialogProps) {
  const title = useId();
  const { data: form, error: formError } = useGetOne<Form>('forms', { id, ...fullRecordQuery });
  const { data, error: versionError } = useQuery({
    queryKey: ['form-versions', id, number],
    queryFn: ({ signal }) => readVersions(id, [number], signal),
  });
  const error = formError ?? versionError;
  const [version] = data ?? [];
  const heading = `Publish version ${number} again`;
  const isSame = form && version && isEqual(version.formSchema, form.formSchema);
  if (form && version && !isSame) {
    // A version older than examples takes the current ones.
    const examples = version.examples.length > 0 ? version.examples : form.examples;
    return (
      <PublishReview
        {...{ form, onClose }}
        content={{ formSchema: version.formSchema, examples }}
        title={heading}
        initialNote={`Version ${number} again`}
        afterPublishing={onPublished}
      />
    );
  }
  return (
    <Dialog open onClose={onClose} fullWidth maxWidth="md" aria-labelledby={title}>
      <DialogTitle id={title}>{heading}</DialogTitle>
      <DialogContent>
        {error ? <Alert severity="error">{error.message}</Alert> : null}
        {isSame ? <Alert severity="info">{`Version ${number} equals the published form.`}</Alert> : null}
        {error || isSame ? null : <Skeleton variant="rectangular" height={320} />}
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>Close</Button>
      </DialogActions>
    </Dialog>
  );
}
