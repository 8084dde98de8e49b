import { useEffect, useRef } from 'react';
import type { OrderEditing } from './useOrderEditing.ts';

/** A draft is saved at most this often by itself (design 6), and tried again this long after nobody answered; milliseconds. */
const pause = 2_000;
const retry = 10_000;

/** Saves a draft by itself while it is filled in, and once more when its page is left. */
export function useAutosave(editing: OrderEditing): void {
  const { order, isEditable, isDirty, isSaving, isAutosaving, isWaiting, refusal, news } = editing;
  const isOn = order.status === 'DRAFT' && isEditable && news !== 'conflict' && !refusal;
  const isDue = isOn && isDirty && !isSaving && !isAutosaving;
  const save = useRef(() => {});
  save.current = () => {
    if (isOn) void editing.autosave();
  };
  useEffect(() => {
    if (!isDue) return;
    const now = () => save.current();
    const timer = setTimeout(now, isWaiting ? retry : pause);
    addEventListener('online', now);
    return () => {
      clearTimeout(timer);
      removeEventListener('online', now);
    };
  }, [isDue, isWaiting]);
  useEffect(() => {
    const leave = () => save.current();
    addEventListener('pagehide', leave);
    return () => {
      removeEventListener('pagehide', leave);
      leave();
    };
  }, []);
}
