import type { RecordStore } from './editing.ts';
import { noteEdited } from './unsaved.ts';

/** What is heard of a page: a window, or what stands for one in a test. */
export interface PageEvents {
  target: Pick<EventTarget, 'addEventListener' | 'removeEventListener'>;
  isHidden: () => boolean;
}

/**
 * Keeps a record saved as long as its page is open: by itself where it may, at once when the network or the person is back, and
 * once more when the page is left or goes out of sight. Answers how to leave the page.
 */
export function watchPage(
  store: Pick<RecordStore<unknown, unknown>, 'start' | 'autosave' | 'now'>,
  page: PageEvents,
): () => void {
  const stop = store.start();
  const forget = noteEdited(store);
  const save = () => void store.autosave();
  const heard: Record<string, () => void> = {
    online: () => store.now().isDirty && save(),
    // As after signing in again on another tab.
    focus: () => store.now().held && save(),
    pagehide: save,
    // A phone may end a page that is out of sight without a word.
    visibilitychange: () => page.isHidden() && save(),
  };
  for (const [name, hear] of Object.entries(heard)) page.target.addEventListener(name, hear);
  return () => {
    for (const [name, hear] of Object.entries(heard)) page.target.removeEventListener(name, hear);
    save();
    forget();
    stop();
  };
}
