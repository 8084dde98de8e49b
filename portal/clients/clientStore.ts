import type { Client, ClientInput } from '#schemas/generated/types.ts';
import type { RecordStore } from '../editing/editState.ts';
import { createRecordDraft, type RecordDraft } from '../editing/recordDraft.ts';
import { patchRecord } from '../editing/recordRequests.ts';
import { createRecordStore } from '../editing/recordStore.ts';
import { clientChanges, clientInput } from './clientFields.ts';

type Changes = ReturnType<typeof clientChanges>;

/** The editing session of a client: record store and draft. */
export interface ClientEditing extends RecordStore<Client, Changes> {
  draft: RecordDraft<Client, ClientInput, Changes>;
}

/** Creates the editing session of a client. `ways` are callbacks to reload the record and to publish a saved one. */
export function createClientStore(
  read: Client,
  ways: { load: () => Promise<Client>; onSaved: (saved: Client) => void },
): ClientEditing {
  const draft = createRecordDraft({ saved: read, valuesOf: clientInput, changesOf: clientChanges });
  const store = createRecordStore<Client, Changes>({
    ...ways,
    saved: read,
    draft,
    isEditable: () => true,
    send: (save) => patchRecord<Client>({ path: `clients/${read.id}`, ...save }),
  });
  return { ...store, draft };
}
