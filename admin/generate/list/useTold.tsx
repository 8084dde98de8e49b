import { type RaRecord, useNotify, useRefresh } from 'react-admin';
import { Undoable } from '../../frame/Undoable.tsx';
import { amountOf } from '../catalogue.ts';
import { useDescribed } from '../described.tsx';
import { workOn } from './bulk-work.ts';
import type { Act } from './useActs.ts';

/** Milliseconds during which an action can be undone. */
const timeToUndo = 10_000;

interface Done {
  act: Act;
  before: RaRecord[];
  since: RaRecord[];
}

/** Returns a function that reports a completed bulk action, with Undo if possible (look, 'Dialogs'). */
export function useTold(): (done: Done) => void {
  const { resource } = useDescribed();
  const notify = useNotify();
  const refresh = useRefresh();
  return ({ act: { done, undo, takeBack: timedUndo }, before, since }) => {
    const words = `${amountOf(resource, before.length)} ${done}`;
    const isLimited = timedUndo !== undefined;
    if (!undo && !isLimited) return notify(words, { type: 'success' });
    const takeBack = async () => {
      const act = async (after: RaRecord) => {
        const was = before.find(({ id }) => id === after.id);
        if (isLimited) await timedUndo.work(after);
        else if (was) await undo?.(was, after);
        return after;
      };
      const { failed } = await workOn({ records: since, act, onProgress: () => {}, isStopped: () => false });
      refresh();
      const [first] = failed;
      if (first)
        notify(`${amountOf(resource, failed.length)} could not be changed back: ${first.reason}`, { type: 'error' });
      else notify(`${amountOf(resource, since.length)} ${timedUndo?.done ?? 'changed back'}`, { type: 'success' });
    };
    return notify(<Undoable words={words} onUndo={() => void takeBack()} />, {
      type: 'success',
      autoHideDuration: timedUndo?.time ?? timeToUndo,
    });
  };
}
