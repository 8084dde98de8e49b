import { expect, it } from 'vitest';
import { storeOf } from '#api/engine/store/store.ts';
import { sharedValues } from '#api/features/clients/duplicates.ts';
import { aClient } from './factories.ts';
import { startApi } from './server.ts';
it('x', async () => {
  const api = await startApi();
  await aClient(api, {}); await aClient(api, {});
  try { console.log(JSON.stringify(await storeOf('Client').aggregate({}, sharedValues, 1000))); } catch (e) { console.log(e); }
  await api.close();
  expect(1).toBe(1);
});
