import type { RaRecord } from 'react-admin';
import type { RecordStore } from '#portal/editing/editing.ts';
import { patchRecord, readRecord } from '#portal/editing/recordCalls.ts';
import { createRecordDraft, type RecordDraft } from '#portal/editing/recordDraft.ts';
import { createRecordStore } from '#portal/editing/recordStore.ts';
import type { Resource } from '#schemas/resource/resource.ts';
import { changesBetween, valuesOf } from '../../provider/changes.ts';
import { reportNeeds } from '../../provider/http.ts';

/** A record as the server keeps it. */
export type Stored = RaRecord<string> & { revision: number };

type Values = Record<string, unknown>;

/** A record of the back-office while it is edited, by the portal's store (`portal/editing/`). */
export interface RecordEditing extends RecordStore<Stored, Values> {
  draft: RecordDraft<Stored, Values, Values>;
  /** Reads the record after a part of it was changed apart from its form: no news, and what is typed stays. Throws ApiError. */
  renew(): Promise<void>;
}

/** Opens a record for the screen, with the way to tell of what the server has of it since. */
export function createRecordEditing(resource: Resource, read: Stored, onSaved: (saved: Stored) => void): RecordEditing {
  const path = `${resource.path}/${encodeURIComponent(read.id)}`;
  const load = () => readRecord<Stored>(path);
  const draft = createRecordDraft<Stored, Values, Values>({
    saved: read,
    valuesOf: (record) => valuesOf(resource, record),
    changesOf: (values, clean) => changesBetween(resource, values, clean),
  });
  const store = createRecordStore<Stored, Values>({
    saved: read,
    draft,
    isEditable: () => true,
    send: async (save) => {
      try {
        return await patchRecord<Stored>({ path, ...save });
      } catch (error) {
        reportNeeds(Object(error).needs);
        throw error;
      }
    },
    load,
    onSaved,
  });
  return {
    ...store,
    draft,
    renew: async () => {
      const renewed = await load();
      store.hear(renewed, true);
      onSaved(renewed);
    },
  };
}
