import type { RaRecord } from 'react-admin';
import type { RecordStore } from '#portal/editing/editing.ts';
import { fetchRecord, patchRecord } from '#portal/editing/recordCalls.ts';
import { createRecordDraft, type RecordDraft } from '#portal/editing/recordDraft.ts';
import { createRecordStore } from '#portal/editing/recordStore.ts';
import type { Resource } from '#schemas/resource/resource.ts';
import { changesBetween, valuesOf } from '../../provider/changes.ts';
import { reportNeeds } from '../../provider/http.ts';

/** A record with its server revision. */
export type Stored = RaRecord<string> & { revision: number };

type Values = Record<string, unknown>;

/** Editing store of a record, built on the portal's (`portal/editing/`). */
export interface RecordEditing extends RecordStore<Stored, Values> {
  draft: RecordDraft<Stored, Values, Values>;
  /**
   * Reloads the record after a separate change to a part of it. Keeps typed values and raises no notice. Throws
   * ApiError.
   */
  renew(): Promise<void>;
}

/** Creates the editing store. `onSaved` is called with the record after each save and reload. */
export function createRecordEditing(resource: Resource, read: Stored, onSaved: (saved: Stored) => void): RecordEditing {
  const path = `${resource.path}/${encodeURIComponent(read.id)}`;
  const load = () => fetchRecord<Stored>(path);
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
      store.receiveUpdate(renewed, true);
      onSaved(renewed);
    },
  };
}
