import { afterEach, expect, test, vi } from 'vitest';
import { watchMediaQuery } from './mediaQuery.ts';

afterEach(() => {
  vi.unstubAllGlobals();
});

class FakeMediaQueryList extends EventTarget {
  matches = false;

  notify(): void {
    this.dispatchEvent(Object.assign(new Event('change'), { matches: this.matches }));
  }
}

test('watchMediaQuery reports a change that was read before its event arrived', () => {
  const list = new FakeMediaQueryList();
  vi.stubGlobal('matchMedia', () => list);
  const media = watchMediaQuery('print');
  const values: boolean[] = [];
  const stop = media.subscribe(() => values.push(media.matches()));

  list.matches = true;
  expect(media.matches()).toBe(false);
  list.notify();
  expect(values).toEqual([true]);

  stop();
  list.matches = false;
  list.notify();
  expect(values).toEqual([true]);
  expect(media.matches()).toBe(false);
});
