import { useEffect, useRef } from 'react';
import { pauseOf } from './held.ts';
import type { OrderEditing } from './useOrderEditing.ts';

/** Saves a draft by itself while it is filled in, and once more when its page is left or goes out of sight. */
export function useAutosave(editing: OrderEditing): void {
  const { order, isEditable, isDirty, isSaving, isAutosaving, held, news } = editing;
  const isOn = order.status === 'DRAFT' && isEditable && news !== 'conflict';
  const isDue = isOn && isDirty && !isSaving && !isAutosaving;
  const pause = pauseOf(held);
  const isHeld = held !== null;
  const save = useRef(() => {});
  save.current = () => {
    if (isOn) void editing.autosave();
  };
  useEffect(() => {
    if (!isDue) return;
    const now = () => save.current();
    // Again and again: what was refused is not sent before something else was typed.
    const timer = setInterval(now, pause);
    addEventListener('online', now);
    // As after signing in again on another tab.
    if (isHeld) addEventListener('focus', now);
    return () => {
      clearInterval(timer);
      removeEventListener('online', now);
      removeEventListener('focus', now);
    };
  }, [isDue, isHeld, pause]);
  useEffect(() => {
    const leave = () => save.current();
    // A phone may end a page that is out of sight without a word.
    const hide = () => document.visibilityState === 'hidden' && leave();
    addEventListener('pagehide', leave);
    document.addEventListener('visibilitychange', hide);
    return () => {
      removeEventListener('pagehide', leave);
      document.removeEventListener('visibilitychange', hide);
      leave();
    };
  }, []);
}
