import { afterAll, beforeAll, expect, it } from 'vitest';
import { applyPatchesBackwards } from '#schemas/changes/patch.ts';
import type { Order, OrderVersion } from '#schemas/generated/types.ts';
import { callExpecting } from '#tests/product/callers.ts';
import { aDraft, anAgency } from './factories.ts';
import { type Api, startApi } from './server.ts';

const state: { api?: Api } = {};
beforeAll(async () => {
  state.api = await startApi();
});
afterAll(() => state.api?.close());

it('autosaves share one version until it would exceed a megabyte, and all earlier states can be reconstructed', async () => {
  if (!state.api) throw new Error('The API has not started');
  const agency = await anAgency(state.api);
  const { user } = agency;
  const first = await aDraft(agency, { formData: { headline: 'The first' } });
  const path = `/api/orders/${first.id}`;
  // A version stores the values that a save replaces.
  for (const letter of 'abcdefgh') {
    const body = { autosave: true, formData: { headline: letter.repeat(300_000) } };
    await callExpecting(user.call, 200, { method: 'PATCH', path, body });
  }
  const { results } = await callExpecting<{ results: OrderVersion[] }>(user.call, 200, { path: `${path}/versions` });
  expect(results.length).toBe(3);
  for (const version of results) expect(JSON.stringify(version).length).toBeLessThan(1_000_000);
  const { formData } = applyPatchesBackwards(await user.read('Order', first.id), results, (_version, error) => {
    throw error;
  });
  expect(formData).toEqual(first.formData satisfies Order['formData']);
});
