import type { Page } from '@playwright/test';
import { expect } from './fixtures.ts';
import { watchUnderWay } from './settled.ts';

interface Asked {
  call: string;
  status: number;
}

/** Starts recording the pages' API requests; `take` returns those since the last call, once all are answered. */
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

/** Fails on a refused or duplicate request of a page. */
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
