import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { scheduleDeletion } from './deleteWithUndo.ts';
import { pendingDeletions } from './pendingDeletions.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const draft = { id: 'a1', refCode: 'AB12CD34', revision: 3 };

/** Starts a deletion and records its messages and requests. */
function deletion({ send = async () => {}, isOpen = false }: { send?: () => Promise<unknown>; isOpen?: boolean } = {}) {
  pendingDeletions.set([]);
  const messages: string[] = [];
  const sendDelete = vi.fn(send);
  let undo = () => {};
  scheduleDeletion({
    draft,
    send: sendDelete,
    isOpen: () => isOpen,
    onGone: () => messages.push('gone'),
    showToast: (text, { action } = {}) => {
      messages.push(text);
      if (action) undo = action.onPress;
    },
  });
  return { messages, sendDelete, undo: () => undo() };
}

it('a deleted draft leaves the lists at once, and is deleted on the server after the time to undo', async () => {
  const { messages, sendDelete } = deletion();
  expect(pendingDeletions.ids()).toEqual(['a1']);
  await vi.advanceTimersByTimeAsync(14_000);
  expect(sendDelete).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(2_000);
  expect(sendDelete).toHaveBeenCalledOnce();
  expect(messages).toEqual(['AB12CD34 deleted', 'gone']);
  expect(pendingDeletions.ids()).toEqual(['a1']);
});

it('undoing a deletion keeps the draft and sends nothing', async () => {
  const { sendDelete, undo } = deletion();
  undo();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(sendDelete).not.toHaveBeenCalled();
  expect(pendingDeletions.ids()).toEqual([]);
});

it('a draft stays, with a message, if the server refuses the deletion or the draft is open again', async () => {
  const rejected = deletion({ send: () => Promise.reject(new Error('Somebody changed it')) });
  await vi.advanceTimersByTimeAsync(16_000);
  expect(rejected.messages.at(-1)).toBe("AB12CD34 wasn't deleted: Somebody changed it");
  expect(pendingDeletions.ids()).toEqual([]);

  const open = deletion({ isOpen: true });
  await vi.advanceTimersByTimeAsync(16_000);
  expect(open.sendDelete).not.toHaveBeenCalled();
  expect(open.messages.at(-1)).toBe("AB12CD34 was opened again and wasn't deleted");
});
