import { type RaRecord, useNotify, useRefresh } from 'react-admin';
import { UndoNotification } from '../../frame/UndoNotification.tsx';
import { countWithNoun } from '../catalogue.ts';
import { useResourceScreen } from '../resource-screen.tsx';
import { runBulkAction } from './bulk-action.ts';
import type { RecordAction } from './useRecordActions.ts';

/** Milliseconds during which an action can be undone. */
const timeToUndo = 10_000;

interface Done {
  act: RecordAction;
  before: RaRecord[];
  since: RaRecord[];
}

/** Returns a function that reports a completed bulk action, with Undo if possible (look, 'Dialogs'). */
export function useActionReport(): (done: Done) => void {
  const { resource } = useResourceScreen();
  const notify = useNotify();
  const refresh = useRefresh();
  return ({ act: { done, undo, timedUndo }, before, since }) => {
    const words = `${countWithNoun(resource, before.length)} ${done}`;
    const isLimited = timedUndo !== undefined;
    if (!undo && !isLimited) return notify(words, { type: 'success' });
    const takeBack = async () => {
      const act = async (after: RaRecord) => {
        const was = before.find(({ id }) => id === after.id);
        if (isLimited) await timedUndo.work(after);
        else if (was) await undo?.(was, after);
        return after;
      };
      const { failed } = await runBulkAction({ records: since, act, onProgress: () => {}, isStopped: () => false });
      refresh();
      const [first] = failed;
      if (first)
        notify(`${countWithNoun(resource, failed.length)} could not be changed back: ${first.reason}`, {
          type: 'error',
        });
      else notify(`${countWithNoun(resource, since.length)} ${timedUndo?.done ?? 'changed back'}`, { type: 'success' });
    };
    return notify(<UndoNotification words={words} onUndo={() => void takeBack()} />, {
      type: 'success',
      autoHideDuration: timedUndo?.time ?? timeToUndo,
    });
  };
}
