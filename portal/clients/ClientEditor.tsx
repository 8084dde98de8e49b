import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useState, useSyncExternalStore } from 'react';
import { recordPlace } from '#schemas/changes/words/record-place.ts';
import { Client as clientSchema } from '#schemas/generated/registry.ts';
import type { Client, ClientInput } from '#schemas/generated/types.ts';
import { recordOf } from '../api/queries.ts';
import { hasRemoteChange, type RecordStore } from '../editing/editState.ts';
import { mergeChoices } from '../editing/mergeChoices.ts';
import { RemoteChangeBanner } from '../editing/RemoteChangeBanner.tsx';
import { createRecordDraft, type RecordDraft } from '../editing/recordDraft.ts';
import { patchRecord } from '../editing/recordRequests.ts';
import { createRecordStore } from '../editing/recordStore.ts';
import { UnsavedChangesDialog } from '../editing/UnsavedChangesDialog.tsx';
import { useRecordStore } from '../editing/useRecordStore.ts';
import { PageHead } from '../frame/PageHead.tsx';
import { useLeaveGuard } from '../frame/useLeaveGuard.tsx';
import { Button } from '../look/Button.tsx';
import { useToast } from '../look/Toasts.tsx';
import { ClientForm } from './ClientForm.tsx';
import { clientChanges, clientInput } from './clientFields.ts';

interface ClientEditorProps {
  read: Client;
  /** The record is deleted, or this person can no longer read it. */
  isGone: boolean;
  /** Called after a save, or when the person discards the changes. */
  onEnd: () => void;
}

/** The edit form of a client. Unsaved changes are never discarded without a prompt. */
export function ClientEditor({ read, isGone, onEnd }: ClientEditorProps) {
  const cache = useQueryClient();
  const toast = useToast();
  const query = recordOf('clients', read.id);
  const [editing] = useState(() =>
    createClientStore(read, {
      load: () => cache.fetchQuery({ ...query, staleTime: 0 }),
      onSaved: (saved) => {
        cache.setQueryData(query.queryKey, saved);
        void cache.invalidateQueries({ queryKey: ['clients', 'list'] });
      },
    }),
  );
  const { draft } = editing;
  const now = useRecordStore(editing);
  const { saved, state } = now;
  useEffect(() => editing.receiveUpdate(read), [editing, read]);
  useEffect(() => {
    if (isGone) editing.markDeleted();
  }, [editing, isGone]);
  const shown = useSyncExternalStore(draft.subscribe, draft.shown);
  const type = useCallback((client: ClientInput) => draft.type(clientInput(client)), [draft]);
  const [isComparing, setComparing] = useState(false);
  const [isGivingUp, setGivingUp] = useState(false);
  const question = useLeaveGuard(now.isAtRisk);
  const save = async () => {
    if (now.remote) return setComparing(true);
    if (!(await editing.save())) return;
    toast('Saved');
    // Stay if there are newer unsaved changes, or a newer version from somebody else to look at.
    if (!editing.state().isDirty && !hasRemoteChange(editing.state())) onEnd();
  };
  return (
    <>
      <PageHead
        title={saved.name}
        actions={<Button onClick={() => (now.isAtRisk ? setGivingUp(true) : onEnd())}>Back to client</Button>}
      />
      {hasRemoteChange(now) && (
        <RemoteChangeBanner
          thing="client"
          now={now}
          choicesIn={(theirs) => mergeChoices(recordPlace(clientSchema), draft.threeWayMerge(theirs))}
          isComparing={isComparing}
          onCompare={setComparing}
          onChoose={editing.resolveConflict}
        />
      )}
      <ClientForm
        values={shown}
        submit="Save client"
        isReadOnly={state === 'gone'}
        isSaving={state === 'saving' || state === 'loading'}
        error={now.saveError?.error ?? null}
        onSubmit={() => void save()}
        onType={type}
      />
      {isGivingUp && (
        <UnsavedChangesDialog
          onAnswer={(isFine) => {
            setGivingUp(false);
            if (isFine) onEnd();
          }}
        />
      )}
      {question}
    </>
  );
}

type Changes = ReturnType<typeof clientChanges>;

/** The editing session of a client: record store and draft. */
interface ClientEditing extends RecordStore<Client, Changes> {
  draft: RecordDraft<Client, ClientInput, Changes>;
}

/** Creates the editing session of a client. `ways` are callbacks to reload the record and to publish a saved one. */
function createClientStore(
  read: Client,
  callbacks: { load: () => Promise<Client>; onSaved: (saved: Client) => void },
): ClientEditing {
  const draft = createRecordDraft({ saved: read, valuesOf: clientInput, changesOf: clientChanges });
  const store = createRecordStore<Client, Changes>({
    ...callbacks,
    saved: read,
    draft,
    isEditable: () => true,
    send: (save) => patchRecord<Client>({ path: `clients/${read.id}`, ...save }),
  });
  return { ...store, draft };
}
