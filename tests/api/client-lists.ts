import { afterAll, beforeAll, expect } from 'vitest';
import type { Client } from '#schemas/generated/types.ts';
import { callExpecting } from '#tests/product/callers.ts';
import { type Agency, aClient, anAgency } from './factories.ts';
import { type Api, startApi } from './server.ts';

type Page<T> = { pagination: { page: number; limit: number; total: number }; results: T[] };

/**
 * Starts an API for the tests of the file, with one agency and five clients, and returns functions that request lists.
 */
export function openClientLists() {
  let started: { api: Api; agency: Agency } | undefined;
  const known = () => {
    if (!started) throw new Error('The API is there once the tests begin');
    return started;
  };
  beforeAll(async () => {
    const api = await startApi();
    const agency = await anAgency(api);
    started = { api, agency };
    for (const name of ['Ärzte Bäder', 'Birch Books', 'birch Bikes', 'Cedar Cinema', "O'Neil (Sons) & Co."]) {
      await aClient(api, { name, industry: name.startsWith('B') ? 'Books' : 'Other', below: agency.entity });
    }
  });
  afterAll(() => started?.api.close());

  const list = <T = Client>(query: string, path = '/api/clients') =>
    callExpecting<Page<T>>(known().api.admin.call, 200, { path: `${path}?${query}` });
  return {
    get api() {
      return known().api;
    },
    get agency() {
      return known().agency;
    },
    list,
    namesOf: async (query: string) => (await list(query)).results.map(({ name }) => name),
    /** The error body of a rejected list request; the status if it succeeds. */
    rejectedAt: async (query: string, path = '/api/clients') => {
      const answer = await known().api.admin.call({ path: `${path}?${query}` });
      return answer.status === 400 ? answer.body : `${answer.status}`;
    },
  };
}

/** The expected error body of a query whose parameters at these paths are invalid. */
export const expectedQueryError = (...paths: string[]) => ({
  code: 'REQUEST_SCHEMA_INVALID',
  details: { context: 'querystring', fields: paths.map((path) => expect.objectContaining({ path })) },
});
