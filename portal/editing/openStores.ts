import type { RecordStore } from './editState.ts';

type AutosavingStore = Pick<RecordStore<unknown, unknown>, 'autosave' | 'state'>;

/** The stores of the records being edited on the page. */
const openStores = new Set<AutosavingStore>();

/** Registers a store while its record is being edited. Returns the unregister function. */
export function registerOpenStore(store: AutosavingStore): () => void {
  openStores.add(store);
  return () => openStores.delete(store);
}

/**
 * Flushes all autosaves before something ends the session, such as signing out. Resolves to whether nothing would be
 * lost: no open record has unsaved changes that failed to save or are not autosaved.
 */
export async function flushAutosaves(): Promise<boolean> {
  await Promise.all([...openStores].map((store) => store.autosave()));
  return [...openStores].every((store) => !store.state().isAtRisk);
}
