import type { Page } from '@playwright/test';
import { expect } from './fixtures.ts';
import { watchUnderWay } from './settled.ts';

interface Asked {
  call: string;
  status: number;
}

/** From now on notes what the pages ask of the API; `take` answers what was asked since, once all of it is answered. */
export function watchAsked(page: Page) {
  let asked: Asked[] = [];
  const settled = watchUnderWay(page);
  page.on('response', (response) => {
    const { pathname, search } = new URL(response.url());
    if (!pathname.startsWith('/api/')) return;
    asked.push({ call: `${response.request().method()} ${pathname}${search}`, status: response.status() });
  });
  const take = async (): Promise<Asked[]> => {
    await settled();
    const taken = asked;
    asked = [];
    return taken;
  };
  return { take };
}

/** Fails where a page was refused something, or has asked for it more than once. */
export function expectAskedWell(asked: readonly Asked[], place: string): void {
  const calls = asked.map(({ call }) => call);
  expect(
    asked.filter(({ status }) => status >= 400),
    place,
  ).toEqual([]);
  expect(
    calls.filter((call, index) => calls.indexOf(call) !== index),
    place,
  ).toEqual([]);
}
