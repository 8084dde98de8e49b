import type { QueryClient } from '@tanstack/react-query';
import { request } from '../../api/request.ts';
import type { ShowToast } from '../../forms/AppWrapper.tsx';
import { pendingDeletions } from './pendingDeletions.ts';

/** As long as a toast with an action stays (spec 9); milliseconds. */
const timeToUndo = 15_000;

/** The draft to delete. If its revision changed meanwhile, it is not deleted. */
export interface DraftToDelete {
  id: string;
  refCode: string;
  revision: number;
}

interface Deletion {
  draft: DraftToDelete;
  showToast: ShowToast;
  /** Deletes it on the server. */
  send: () => Promise<unknown>;
  /** Called after the deletion. */
  onGone: () => void;
  /** Whether somebody has opened it again. */
  isOpen: () => boolean;
}

/**
 * Deletes a draft after the time to undo has passed (delayed delete with undo). Nothing is sent before, so undo needs
 * no restore, and closing the tab meanwhile keeps the draft.
 */
export function deleteWithUndo(
  draft: DraftToDelete,
  { showToast, cache }: { showToast: ShowToast; cache: QueryClient },
): void {
  const { id, revision } = draft;
  scheduleDeletion({
    draft,
    showToast,
    send: () => request({ method: 'DELETE', path: `orders/${id}`, revision }),
    onGone: () => {
      for (const kind of ['list', 'count']) void cache.invalidateQueries({ queryKey: ['orders', kind] });
    },
    isOpen: () => location.pathname.endsWith(`/${id}`),
  });
}

/** The same, independent of the API and the cache. */
export function scheduleDeletion({ draft: { id, refCode }, showToast, send, onGone, isOpen }: Deletion): void {
  const keepInLists = () => pendingDeletions.set(pendingDeletions.ids().filter((each) => each !== id));
  let isSent = false;
  const end = async () => {
    isSent = true;
    if (isOpen()) {
      keepInLists();
      return showToast(`${refCode} was opened again and wasn't deleted`);
    }
    try {
      await send();
      onGone();
    } catch (error) {
      showToast(`${refCode} wasn't deleted: ${error instanceof Error ? error.message : error}`, { isError: true });
      keepInLists();
    }
  };
  const timer = setTimeout(() => void end(), timeToUndo);
  const undo = () => {
    if (isSent) return;
    clearTimeout(timer);
    keepInLists();
  };
  pendingDeletions.set([...pendingDeletions.ids(), id]);
  showToast(`${refCode} deleted`, { action: { label: 'Undo', onPress: undo } });
}
