import { Alert, Box, Button } from '@mui/material';
import { useEffect, useEffectEvent, useState } from 'react';
import { RecordContextProvider, useGetIdentity, useRecordContext } from 'react-admin';
import { serializeDesign } from '#schemas/designing/design.ts';
import { isEqual } from '#schemas/forms/is-equal.ts';
import type { Form } from '#schemas/generated/types.ts';
import { formatDateTime } from '../../../generate/format-value.ts';
import { ReferenceLink } from '../../../generate/ReferenceLink.tsx';
import { PresenceAlert } from '../../PresenceAlert.tsx';
import { useFormDraft } from '../../useFormDraft.ts';
import type { Designer } from '../useDesigner.ts';
import { deleteWork, loadWork, newFormId, saveWork, type WorkKey } from './saved-work.ts';

/** Banners of the designer: unsaved work found on this device, other editors (presence) and offline. */
export function DesignerBanners({ designer }: { designer: Designer }) {
  const form = useRecordContext<Form>();
  const { identity } = useGetIdentity();
  if (!identity) return null;
  const place = { userId: String(identity.id), formId: form?.id ?? newFormId };
  return (
    <Box sx={{ display: 'grid', gap: 1, '&:not(:empty)': { mb: 1 } }}>
      <Autosave key={`${place.userId} ${place.formId}`} place={place} designer={designer} />
      {form?.id ? <OtherEditors form={form} userId={place.userId} /> : null}
    </Box>
  );
}

/** Debounce in milliseconds before work is saved. */
const saveDelay = 1_000;

/** Autosave to this device, with the undo history. Offers to restore unsaved work after a closed tab or a crash. */
function Autosave({ place, designer }: { place: WorkKey; designer: Designer }) {
  const { history, restoreHistory } = designer;
  const [stored] = useState(() => loadWork(place));
  const [isOffered, setOffered] = useState(
    () => stored !== null && !isEqual(serializeDesign(stored.history.design), serializeDesign(history.design)),
  );
  const [isStored, setStored] = useState(true);
  const [first] = useState(history);
  const isOffline = useIsOffline();
  // Same form: restore the undo history silently.
  const restoreSilently = useEffectEvent(() => {
    if (stored && !isOffered && history.undoStack.length === 0 && stored.history.undoStack.length > 0)
      restoreHistory(stored.history, '');
  });
  useEffect(() => restoreSilently(), []);
  const store = useEffectEvent(() => {
    // Do not overwrite the offered work until the author has chosen.
    if (history !== first && !isOffered) setStored(saveWork(place, { at: new Date().toISOString(), history }));
  });
  useEffect(() => {
    if (history === first) return undefined;
    const timer = setTimeout(() => store(), saveDelay);
    return () => clearTimeout(timer);
  }, [history, first]);
  useEffect(() => {
    const storeNow = () => store();
    window.addEventListener('pagehide', storeNow);
    return () => {
      window.removeEventListener('pagehide', storeNow);
      storeNow();
    };
  }, []);
  return (
    <>
      {isOffered && stored ? (
        <Alert
          severity="info"
          action={
            <>
              <Button
                onClick={() => {
                  restoreHistory(stored.history, `Restored work from ${formatDateTime(stored.at)}`);
                  setOffered(false);
                }}
              >
                Restore
              </Button>
              <Button
                onClick={() => {
                  deleteWork(place);
                  setOffered(false);
                }}
              >
                Discard
              </Button>
            </>
          }
        >{`This device has unsaved work on ${place.formId === newFormId ? 'a new form' : 'this form'} from ${formatDateTime(stored.at)}, with ${stored.history.undoStack.length} ${stored.history.undoStack.length === 1 ? 'edit' : 'edits'} to undo. New edits aren't stored on this device until you restore or discard it.`}</Alert>
      ) : null}
      {isOffline ? (
        <Alert severity="warning">
          {`You're offline. ${isStored ? 'Your work is stored on this device.' : "You can save when you're connected again."}`}
        </Alert>
      ) : null}
      {isStored ? null : (
        <Alert severity="warning">
          This device is out of storage space, so closing this tab loses your work. Save a draft before you leave.
        </Alert>
      )}
    </>
  );
}

function useIsOffline(): boolean {
  const [isOffline, setOffline] = useState(!navigator.onLine);
  useEffect(() => {
    const look = () => setOffline(!navigator.onLine);
    window.addEventListener('online', look);
    window.addEventListener('offline', look);
    return () => {
      window.removeEventListener('online', look);
      window.removeEventListener('offline', look);
    };
  }, []);
  return isOffline;
}

/** Milliseconds after which somebody else's draft no longer counts as being edited. */
const recent = 30 * 60_000;

/** Warns that others have the form open or have recently saved a draft. */
function OtherEditors({ form, userId }: { form: Form; userId: string }) {
  const { draft, others } = useFormDraft(form.id);
  const isTheirs = draft && draft.savedBy !== userId && Date.now() - new Date(draft.updatedAt).getTime() <= recent;
  return (
    <>
      <PresenceAlert others={others} />
      {isTheirs ? (
        <Alert severity="warning" sx={{ '& span *': { display: 'inline' } }}>
          <RecordContextProvider value={draft}>
            <span>
              <ReferenceLink source="savedBy" reference="users" emptyText="Someone" />
            </span>
          </RecordContextProvider>{' '}
          saved a draft of this form on <span>{formatDateTime(draft.updatedAt)}</span> and may be working on it now. If
          you both save changes, the second person is warned before anything is overwritten.
        </Alert>
      ) : null}
    </>
  );
}
