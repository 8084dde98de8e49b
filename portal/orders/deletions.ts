import type { QueryClient } from '@tanstack/react-query';
import { request } from '../api/request.ts';
import type { Say } from '../forms/AppWrapper.tsx';
import { leaving } from './leaving.ts';

/** As long as a toast stays with its way back (spec 9); milliseconds. */
const timeToUndo = 15_000;

/** A draft as it is to go: one that was changed since stays. */
export interface Leaving {
  id: string;
  refCode: string;
  revision: number;
}

interface Deletion {
  draft: Leaving;
  say: Say;
  /** Has the server delete it. */
  send: () => Promise<unknown>;
  /** It is gone. */
  onGone: () => void;
  /** Whether somebody looks at it again. */
  isOpen: () => boolean;
}

/**
 * Deletes a draft once the time to take that back is over. Nothing is sent before, so that nothing has to be brought back, and a tab
 * that is closed meanwhile leaves the draft where it is.
 */
export function deleteLater(draft: Leaving, { say, cache }: { say: Say; cache: QueryClient }): void {
  const { id, revision } = draft;
  beginDeletion({
    draft,
    say,
    send: () => request({ method: 'DELETE', path: `orders/${id}`, revision }),
    onGone: () => {
      for (const kind of ['list', 'count']) void cache.invalidateQueries({ queryKey: ['orders', kind] });
    },
    isOpen: () => location.pathname.endsWith(`/${id}`),
  });
}

/** The same, wherever the draft is kept. */
export function beginDeletion({ draft: { id, refCode }, say, send, onGone, isOpen }: Deletion): void {
  const stay = () => leaving.set(leaving.ids().filter((each) => each !== id));
  let isSent = false;
  const end = async () => {
    isSent = true;
    if (isOpen()) {
      stay();
      return say(`${refCode} is open again, and stays`);
    }
    try {
      await send();
      onGone();
    } catch (error) {
      say(`${refCode} is not deleted: ${error instanceof Error ? error.message : error}`, { isError: true });
      stay();
    }
  };
  const timer = setTimeout(() => void end(), timeToUndo);
  const undo = () => {
    if (isSent) return;
    clearTimeout(timer);
    stay();
  };
  leaving.set([...leaving.ids(), id]);
  say(`${refCode} is deleted`, { action: { label: 'Undo', onPress: undo } });
}
