import type { Page } from '@playwright/test';
import { expect } from './fixtures.ts';
import { trackPendingRequests } from './wait-until-idle.ts';

interface RecordedRequest {
  call: string;
  status: number;
}

/** Starts recording the pages' API requests; `take` returns those since the last call, once all are answered. */
export function recordRequests(page: Page) {
  let requests: RecordedRequest[] = [];
  const settled = trackPendingRequests(page);
  page.on('response', (response) => {
    const { pathname, search } = new URL(response.url());
    if (!pathname.startsWith('/api/')) return;
    requests.push({ call: `${response.request().method()} ${pathname}${search}`, status: response.status() });
  });
  const take = async (): Promise<RecordedRequest[]> => {
    await settled();
    const recorded = requests;
    requests = [];
    return recorded;
  };
  return { take };
}

/**
 * Fails on a rejected or duplicate request of a page. 429 is not the page's fault: a story of the same person runs beside
 * this one.
 */
export function expectNoBadRequests(requests: readonly RecordedRequest[], place: string): void {
  const calls = requests.map(({ call }) => call);
  expect(
    requests.filter(({ status }) => status >= 400 && status !== 429),
    place,
  ).toEqual([]);
  expect(
    calls.filter((call, index) => calls.indexOf(call) !== index),
    place,
  ).toEqual([]);
}
