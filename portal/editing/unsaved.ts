import type { RecordStore } from './editing.ts';

type Saving = Pick<RecordStore<unknown, unknown>, 'autosave'>;

/** The records that are edited on the page now. */
const edited = new Set<Saving>();

/** Notes that a record is edited. Answers how to end that. */
export function noteEdited(store: Saving): () => void {
  edited.add(store);
  return () => edited.delete(store);
}

/** Saves what saves itself and waits for its turn, before something that ends every further save, such as signing out. Answers whether that is all. */
export async function saveEdited(): Promise<boolean> {
  return (await Promise.all([...edited].map((store) => store.autosave()))).every(Boolean);
}
