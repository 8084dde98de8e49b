import type { User } from '#schemas/generated/types.ts';
import type { RecordStore } from '../editing/editing.ts';
import { createFieldsDraft, type FieldsDraft } from '../editing/fieldsDraft.ts';
import { patchRecord } from '../editing/patchRecord.ts';
import { createRecordStore } from '../editing/recordStore.ts';

type Changes = Partial<Pick<User, 'name' | 'inactive'>>;

/** A user of a guild while its manager edits them. */
export interface GuildUserEditing extends RecordStore<User, Changes> {
  draft: FieldsDraft<User, Changes, 'name', string>;
}

/** Opens a user for the screen, with the ways to read them anew and to tell of what was saved. */
export function createGuildUserEditing(
  read: User,
  ways: { load: () => Promise<User>; onSaved: (saved: User) => void },
): GuildUserEditing {
  const draft = createFieldsDraft<User, Changes, 'name', string>({
    saved: read,
    names: ['name'],
    fieldsOf: ({ name }) => ({ name }),
    changesOf: ({ name }, names) => (names.length > 0 ? { name: name.trim() } : {}),
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
