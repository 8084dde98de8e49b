import { useQueryClient } from '@tanstack/react-query';
import { createContext, type ReactNode, useContext, useEffect, useMemo, useRef } from 'react';
import { type RaRecord, useDataProvider, useRecordContext } from 'react-admin';
import { useFormContext } from 'react-hook-form';
import { useDescribed } from '../generate/described.tsx';
import { wholeRecord } from '../generate/whole-record.ts';
import { changesOf } from '../provider/changes.ts';

interface Renewal {
  /** The names of the fields that the page's form holds unsaved. */
  unsaved: { current: string[] };
  /** The revisions that came by a renewal: a form that is filled from one keeps what is typed. */
  renewed: { current: Set<unknown> };
}

const RenewalContext = createContext<Renewal | undefined>(undefined);

/** Lets parts of a record's page take in what they changed in the record, while its form keeps what is typed. */
export function Renewable({ children }: { children: ReactNode }) {
  const unsaved = useRef<string[]>([]);
  const renewed = useRef(new Set<unknown>());
  const renewal = useMemo(() => ({ unsaved, renewed }), []);
  return <RenewalContext.Provider value={renewal}>{children}</RenewalContext.Provider>;
}

/** How the form of the page starts over when its record changes: all of it after a save, only what is untouched after a renewal. */
export function useResetOptions(): { keepDirtyValues: boolean } {
  const record = useRecordContext();
  const renewal = useContext(RenewalContext);
  const keepDirtyValues = renewal?.renewed.current.has(record?.revision) ?? false;
  return useMemo(() => ({ keepDirtyValues }), [keepDirtyValues]);
}

/** Inside the form: tells what of it is not saved. */
export function TellUnsaved() {
  const renewal = useContext(RenewalContext);
  const { dirtyFields } = useFormContext().formState;
  const names = Object.keys(dirtyFields);
  useEffect(() => {
    if (renewal) renewal.unsaved.current = names;
  });
  return null;
}

/**
 * Reads the record of the page again after a part of it was changed apart from its form. Where somebody else changed a
 * field that the form holds unsaved, the form stays on what it was filled from, so that its save asks which to take.
 */
export function useRenewRecord(): () => Promise<void> {
  const { resource } = useDescribed();
  const record = useRecordContext();
  const renewal = useContext(RenewalContext);
  const dataProvider = useDataProvider();
  const cache = useQueryClient();
  return async () => {
    if (!record) return;
    const { data: theirs } = await dataProvider.getOne<RaRecord>(resource.path, { id: record.id, ...wholeRecord });
    const changed = Object.keys(changesOf(resource, theirs, record));
    if (changed.some((name) => renewal?.unsaved.current.includes(name))) return;
    renewal?.renewed.current.add(theirs.revision);
    cache.setQueryData([resource.path, 'getOne', { id: String(record.id), ...wholeRecord }], theirs);
    await cache.invalidateQueries({ queryKey: [resource.path, 'getList'] });
  };
}
