import type { RaRecord } from 'react-admin';
import type { RecordStore } from '#portal/editing/editState.ts';
import { createRecordDraft, type RecordDraft } from '#portal/editing/recordDraft.ts';
import { fetchRecord, patchRecord } from '#portal/editing/recordRequests.ts';
import { createRecordStore } from '#portal/editing/recordStore.ts';
import type { Resource } from '#schemas/resource/resource.ts';
import { notifyStaleSignIn } from '../../provider/http.ts';
import { diffValues, editableValues } from '../../provider/payloads.ts';

/** A record with its server revision. */
export type StoredRecord = RaRecord<string> & { revision: number };

type Values = Record<string, unknown>;

/** Editing store of a record, built on the portal's (`portal/editing/`). */
export interface RecordEditing extends RecordStore<StoredRecord, Values> {
  draft: RecordDraft<StoredRecord, Values, Values>;
  /**
   * Reloads the record after a separate change to a part of it. Keeps typed values and raises no notice. Throws
   * ApiError.
   */
  reload(): Promise<void>;
}

/** Creates the editing store. `onSaved` is called with the record after each save and reload. */
export function createRecordEditing(
  resource: Resource,
  read: StoredRecord,
  onSaved: (saved: StoredRecord) => void,
): RecordEditing {
  const path = `${resource.path}/${encodeURIComponent(read.id)}`;
  const load = () => fetchRecord<StoredRecord>(path);
  const draft = createRecordDraft<StoredRecord, Values, Values>({
    saved: read,
    valuesOf: (record) => editableValues(resource, record),
    changesOf: (values, clean) => diffValues(resource, values, clean),
  });
  const store = createRecordStore<StoredRecord, Values>({
    saved: read,
    draft,
    isEditable: () => true,
    send: async (save) => {
      try {
        return await patchRecord<StoredRecord>({ path, ...save });
      } catch (error) {
        notifyStaleSignIn(Object(error).needs);
        throw error;
      }
    },
    load,
    onSaved,
  });
  return {
    ...store,
    draft,
    reload: async () => {
      const renewed = await load();
      store.receiveUpdate(renewed, true);
      onSaved(renewed);
    },
  };
}
