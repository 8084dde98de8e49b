import { Alert, Box, Button } from '@mui/material';
import { useEffect, useState } from 'react';
import { Confirm, RecordContextProvider, useGetIdentity, useNotify, useRecordContext } from 'react-admin';
import { isRecord } from '#schemas/forms/is-record.ts';
import type { Form, FormDraft } from '#schemas/generated/types.ts';
import { useEditedRecord } from '../generate/editing/EditRecord.tsx';
import { formatDateTime } from '../generate/format-value.ts';
import { jsonPathLabel } from '../generate/json/json-path-label.ts';
import { ReferenceLink } from '../generate/ReferenceLink.tsx';
import { statusOf } from '../provider/http.ts';
import { deleteWorkOnNewForm } from './designer/autosave/saved-work.ts';
import { PresenceAlert } from './PresenceAlert.tsx';
import { isContentEqual, useTypedContent } from './publishing/form-content.ts';
import { PublishButton } from './publishing/PublishButton.tsx';
import { useEndPresence, useFormDraft } from './useFormDraft.ts';

/** Maximum number of problems listed. */
const maxProblems = 5;

/**
 * Saves unpublished changes of a form as a draft, beside the published version (design 7). A draft can be saved,
 * opened, published and discarded.
 */
export function FormDraftBar() {
  const form = useRecordContext<Form>();
  return form ? <DraftBar form={form} /> : null;
}

function DraftBar({ form }: { form: Form }) {
  const { draft, error, others, save: saveDraft, discard, refetch } = useFormDraft(form.id);
  useEndPresence(form.id);
  const { identity } = useGetIdentity();
  useEffect(() => {
    if (identity) deleteWorkOnNewForm(String(identity.id), form.formSchema);
  }, [identity, form.formSchema]);
  const { markSavedElsewhere } = useEditedRecord();
  const notify = useNotify();
  const [isBusy, setBusy] = useState(false);
  const [isAsking, setAsking] = useState(false);
  const { typed, put } = useTypedContent();
  const isOpen = draft !== null && draft !== undefined && isContentEqual(typed, draft);
  const isTyped = isRecord(typed.formSchema) && !isOpen && !isContentEqual(typed, form);
  useEffect(() => {
    markSavedElsewhere('formSchema', draft?.formSchema);
    markSavedElsewhere('examples', draft?.examples);
  }, [markSavedElsewhere, draft]);
  const runBusy = async (work: () => Promise<void>) => {
    setBusy(true);
    try {
      await work();
    } catch (failure) {
      notify(failure instanceof Error ? failure.message : String(failure), { type: 'error' });
      if (statusOf(failure) === 409) await refetch();
    } finally {
      setBusy(false);
    }
  };
  const save = () =>
    runBusy(async () => {
      if (!isRecord(typed.formSchema)) return;
      put(await saveDraft(typed));
      notify("Draft saved. The published form hasn't changed.", { type: 'success' });
    });
  const drop = () =>
    runBusy(async () => {
      setAsking(false);
      await discard();
      if (isOpen) put(form);
      notify('Draft discarded', { type: 'success' });
    });
  if (error && draft === undefined)
    return <Alert severity="warning">{`We couldn't load the draft of this form: ${error.message}`}</Alert>;
  if (draft === undefined) return null;
  return (
    <Box component="section" aria-label="Draft of this form" sx={{ display: 'grid', gap: 1, mt: 1 }}>
      <PresenceAlert others={others} />
      {draft ? <DraftSummary draft={draft} form={form} isOpen={isOpen} /> : null}
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
        <Button variant="outlined" disabled={isBusy || !isTyped} onClick={() => void save()}>
          Save draft
        </Button>
        {draft && !isOpen ? (
          <Button disabled={isBusy} onClick={() => put(draft)}>
            Open draft
          </Button>
        ) : null}
        <PublishButton />
        {draft ? (
          <Button color="error" disabled={isBusy} onClick={() => setAsking(true)}>
            Discard draft
          </Button>
        ) : null}
      </Box>
      <Confirm
        isOpen={isAsking}
        title="Discard this draft?"
        content="Your unpublished changes will be deleted permanently. The published form stays as it is."
        confirm="Discard draft"
        onConfirm={() => void drop()}
        onClose={() => setAsking(false)}
      />
    </Box>
  );
}

function DraftSummary({ draft, form, isOpen }: { draft: FormDraft; form: Form; isOpen: boolean }) {
  const problems = draft.problems ?? [];
  const rest = problems.length - maxProblems;
  return (
    <Alert severity={isOpen && problems.length > 0 ? 'warning' : 'info'} role="status">
      <Box sx={{ '& > span *': { display: 'inline' } }}>
        <span>{isOpen ? "You're viewing the draft" : "There's a draft"}</span> that{' '}
        <RecordContextProvider value={draft}>
          <span>
            <ReferenceLink source="savedBy" reference="users" emptyText="someone" />
          </span>
        </RecordContextProvider>{' '}
        saved on <span>{formatDateTime(draft.updatedAt)}</span>. It hasn't been published.
        <span>
          {draft.basedOn < form.version
            ? ` Version ${form.version} has been published since this draft was started.`
            : ''}
        </span>
      </Box>
      {isOpen && problems.length > 0 ? (
        <>
          <span>It can't be published yet:</span>
          <Box component="ul" sx={{ m: 0, pl: 2.5 }}>
            {problems.slice(0, maxProblems).map(({ path, message }) => (
              <li key={`${path} ${message}`}>
                {`${jsonPathLabel(draft.formSchema, path.split('/').slice(1))}: ${message}`}
              </li>
            ))}
            {rest > 0 ? <li>{`and ${rest} more`}</li> : null}
          </Box>
        </>
      ) : null}
    </Alert>
  );
}
