import type { User } from '#schemas/generated/types.ts';
import type { RecordStore } from '../editing/editState.ts';
import { createRecordDraft, type RecordDraft } from '../editing/recordDraft.ts';
import { patchRecord } from '../editing/recordRequests.ts';
import { createRecordStore } from '../editing/recordStore.ts';

type Changes = Partial<Pick<User, 'name' | 'inactive'>>;

/** The editing session of a guild's user: record store and draft. */
export interface GuildUserEditing extends RecordStore<User, Changes> {
  draft: RecordDraft<User, Pick<User, 'name'>, Changes>;
}

/** Creates the editing session of a user. `ways` are callbacks to reload the record and to publish a saved one. */
export function createGuildUserStore(
  read: User,
  ways: { load: () => Promise<User>; onSaved: (saved: User) => void },
): GuildUserEditing {
  const draft = createRecordDraft<User, Pick<User, 'name'>, Changes>({
    saved: read,
    valuesOf: ({ name }) => ({ name }),
    changesOf: ({ name }, clean) => (name === clean.name ? {} : { name: name.trim() }),
  });
  const store = createRecordStore<User, Changes>({
    ...ways,
    saved: read,
    draft,
    isEditable: () => true,
    send: (save) => patchRecord<User>({ path: `users/${read.id}`, ...save }),
  });
  return { ...store, draft };
}
