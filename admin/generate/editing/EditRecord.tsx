import { useQueryClient } from '@tanstack/react-query';
import { createContext, type ReactNode, useContext, useEffect, useMemo, useRef, useState } from 'react';
import { type RaRecord, RecordContextProvider, useGetOne, useRequireAccess } from 'react-admin';
import { useParams } from 'react-router-dom';
import type { EditState, RecordStore } from '#portal/editing/editState.ts';
import { createRecordDraft, type RecordDraft } from '#portal/editing/recordDraft.ts';
import { fetchRecord, patchRecord } from '#portal/editing/recordRequests.ts';
import { createRecordStore } from '#portal/editing/recordStore.ts';
import { useRecordStore } from '#portal/editing/useRecordStore.ts';
import { isEqual } from '#schemas/forms/is-equal.ts';
import type { Resource } from '#schemas/resource/resource.ts';
import { MissingRecord } from '../../frame/ErrorPages.tsx';
import { useNavigationGuard } from '../../frame/useNavigationGuard.tsx';
import { notifyStaleSignIn, statusOf } from '../../provider/http.ts';
import { diffValues, editableValues } from '../../provider/payloads.ts';
import { singularOf } from '../catalogue.ts';
import { useResourceScreen } from '../resource-screen.tsx';
import { fullRecordQuery } from '../useFieldValue.ts';

interface EditedRecord {
  editing: RecordEditing;
  now: EditState<StoredRecord>;
  /** Turns off the check for unsaved changes before the page is left for good. */
  allowLeaving: () => void;
  /**
   * Registers a field's value that is saved elsewhere (such as a draft), so that leaving does not warn about it.
   * Undefined clears it.
   */
  markSavedElsewhere: (field: string, value: unknown) => void;
}

const EditedRecordContext = createContext<EditedRecord | undefined>(undefined);

/** Returns the edited record of the page. Throws outside of one. */
export function useEditedRecord(): EditedRecord {
  const edited = useContext(EditedRecordContext);
  if (!edited) throw new Error('This part stands outside of the page of a record.');
  return edited;
}

interface EditRecordProps {
  /** Required permission. */
  action: 'show' | 'edit';
  children: ReactNode;
}

/**
 * Loads the record at the current address into an editing store, which saves it and receives updates from others
 * (design 6).
 */
export function EditRecord({ action, children }: EditRecordProps) {
  const { resource, override } = useResourceScreen();
  const { id = '' } = useParams();
  const { isPending } = useRequireAccess({ action, resource: resource.path });
  const found = useGetOne<StoredRecord>(
    resource.path,
    { id, ...fullRecordQuery },
    { enabled: !isPending, retry: false },
  );
  if (isPending) return null;
  const isMissing = statusOf(found.error) === 404;
  if (found.data) {
    return (
      <Editor key={id} read={found.data} isGone={isMissing}>
        {children}
      </Editor>
    );
  }
  if (!found.error) return null;
  const thing = singularOf(resource).toLowerCase();
  const { missing: Missing } = override;
  const notFound = <MissingRecord thing={thing} reason={isMissing ? undefined : found.error.message} />;
  return isMissing && Missing ? <Missing id={id}>{notFound}</Missing> : notFound;
}

function Editor({ read, isGone, children }: { read: StoredRecord; isGone: boolean; children: ReactNode }) {
  const { resource } = useResourceScreen();
  const cache = useQueryClient();
  const [editing] = useState(() =>
    createRecordEditing(resource, read, (saved) => {
      const key = [resource.path, 'getOne', { id: saved.id, ...fullRecordQuery }];
      cache.setQueryData(key, saved);
      // Lists, names and nested records may show the change too.
      const isOther = ({ queryKey }: { queryKey: readonly unknown[] }) => queryKey[1] !== 'getOne';
      void cache.invalidateQueries({ queryKey: [resource.path], predicate: isOther });
    }),
  );
  const now = useRecordStore(editing);
  useEffect(() => editing.receiveUpdate(read), [editing, read]);
  useEffect(() => {
    if (isGone) editing.markDeleted();
  }, [editing, isGone]);
  const isLeft = useRef(false);
  const savedApart = useRef(new Map<string, unknown>());
  const isLosing = () =>
    Object.entries(editing.draft.unsaved() ?? {}).some(
      ([field, value]) => !isEqual(savedApart.current.get(field), value),
    );
  const question = useNavigationGuard(() => now.isAtRisk && !isLeft.current && isLosing());
  const edited = useMemo(() => {
    const allowLeaving = () => {
      isLeft.current = true;
    };
    const markSavedElsewhere = (field: string, value: unknown) => void savedApart.current.set(field, value);
    return { editing, now, allowLeaving, markSavedElsewhere };
  }, [editing, now]);
  return (
    <EditedRecordContext.Provider value={edited}>
      <RecordContextProvider value={now.saved}>{children}</RecordContextProvider>
      {question}
    </EditedRecordContext.Provider>
  );
}

/** A record with its server revision. */
export type StoredRecord = RaRecord<string> & { revision: number };

type Values = Record<string, unknown>;

/** Editing store of a record, built on the portal's (`portal/editing/`). */
interface RecordEditing extends RecordStore<StoredRecord, Values> {
  draft: RecordDraft<StoredRecord, Values, Values>;
  /**
   * Reloads the record after a separate change to a part of it. Keeps typed values and raises no notice. Throws
   * ApiError.
   */
  reload(): Promise<void>;
}

/** Creates the editing store. `onSaved` is called with the record after each save and reload. */
function createRecordEditing(
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
