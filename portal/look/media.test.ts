import { afterEach, expect, test, vi } from 'vitest';
import { mediaOf } from './media.ts';

afterEach(() => {
  vi.unstubAllGlobals();
});

class List extends EventTarget {
  matches = false;

  tell(): void {
    this.dispatchEvent(Object.assign(new Event('change'), { matches: this.matches }));
  }
}

test('a query that was read before it told its change is followed all the same', () => {
  const list = new List();
  vi.stubGlobal('matchMedia', () => list);
  const media = mediaOf('print');
  const heard: boolean[] = [];
  const stop = media.watch(() => heard.push(media.now()));

  list.matches = true;
  expect(media.now()).toBe(false);
  list.tell();
  expect(heard).toEqual([true]);

  stop();
  list.matches = false;
  list.tell();
  expect(heard).toEqual([true]);
  expect(media.now()).toBe(false);
});
