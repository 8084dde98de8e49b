import type { Client } from '#schemas/generated/types.ts';
import type { RecordStore } from '../editing/editing.ts';
import { createFieldsDraft, type FieldsDraft } from '../editing/fieldsDraft.ts';
import { patchRecord } from '../editing/patchRecord.ts';
import { createRecordStore } from '../editing/recordStore.ts';
import { type ClientPath, clientChanges, clientPaths, textsOf } from './clientFields.ts';

type Changes = ReturnType<typeof clientChanges>;

/** A client while it is edited. */
export interface ClientEditing extends RecordStore<Client, Changes> {
  draft: FieldsDraft<Client, Changes, ClientPath, string>;
}

/** Opens a client for the screen, with the ways to read it anew and to tell of what was saved. */
export function createClientEditing(
  read: Client,
  ways: { load: () => Promise<Client>; onSaved: (saved: Client) => void },
): ClientEditing {
  const draft = createFieldsDraft({ saved: read, names: clientPaths, fieldsOf: textsOf, changesOf: clientChanges });
  const store = createRecordStore<Client, Changes>({
    ...ways,
    saved: read,
    draft,
    isEditable: () => true,
    send: (save) => patchRecord<Client>({ path: `clients/${read.id}`, ...save }),
  });
  return { ...store, draft };
}
