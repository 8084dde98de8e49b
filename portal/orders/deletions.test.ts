import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { beginDeletion } from './deletions.ts';
import { leaving } from './leaving.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const draft = { id: 'a1', refCode: 'AB12CD34', revision: 3 };

/** A deletion that has just begun, with what was said and sent of it. */
function begun({ send = async () => {}, isOpen = false }: { send?: () => Promise<unknown>; isOpen?: boolean } = {}) {
  leaving.set([]);
  const said: string[] = [];
  const sent = vi.fn(send);
  let undo = () => {};
  beginDeletion({
    draft,
    send: sent,
    isOpen: () => isOpen,
    onGone: () => said.push('gone'),
    say: (text, { action } = {}) => {
      said.push(text);
      if (action) undo = action.onPress;
    },
  });
  return { said, sent, undo: () => undo() };
}

it('a draft leaves the lists at once, and the server once it can not be taken back any more', async () => {
  const { said, sent } = begun();
  expect(leaving.ids()).toEqual(['a1']);
  await vi.advanceTimersByTimeAsync(14_000);
  expect(sent).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(2_000);
  expect(sent).toHaveBeenCalledOnce();
  expect(said).toEqual(['AB12CD34 is deleted', 'gone']);
  expect(leaving.ids()).toEqual(['a1']);
});

it('taken back it stays, and nothing is sent', async () => {
  const { sent, undo } = begun();
  undo();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(sent).not.toHaveBeenCalled();
  expect(leaving.ids()).toEqual([]);
});

it('one that was changed meanwhile stays and says why, and so does one that is open again', async () => {
  const refused = begun({ send: () => Promise.reject(new Error('Somebody changed it')) });
  await vi.advanceTimersByTimeAsync(16_000);
  expect(refused.said.at(-1)).toBe('AB12CD34 is not deleted: Somebody changed it');
  expect(leaving.ids()).toEqual([]);

  const open = begun({ isOpen: true });
  await vi.advanceTimersByTimeAsync(16_000);
  expect(open.sent).not.toHaveBeenCalled();
  expect(open.said.at(-1)).toBe('AB12CD34 is open again, and stays');
});
