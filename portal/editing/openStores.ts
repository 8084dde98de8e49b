import type { RecordStore } from './editState.ts';

type AutosavingStore = Pick<RecordStore<unknown, unknown>, 'autosave'>;

/** The stores of the records being edited on the page. */
const openStores = new Set<AutosavingStore>();

/** Registers a store while its record is being edited. Returns the unregister function. */
export function registerOpenStore(store: AutosavingStore): () => void {
  openStores.add(store);
  return () => openStores.delete(store);
}

/**
 * Flushes all autosaves before something ends the session, such as signing out. Resolves to whether everything was
 * saved.
 */
export async function flushAutosaves(): Promise<boolean> {
  return (await Promise.all([...openStores].map((store) => store.autosave()))).every(Boolean);
}
