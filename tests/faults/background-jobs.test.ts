import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest';
import type { Client, Entity } from '#schemas/generated/types.ts';
import { aClient } from '#tests/api/factories.ts';
import { callerOf } from '#tests/product/call.ts';
import { callExpecting, callersOf } from '#tests/product/callers.ts';
import { openMailbox } from '#tests/product/mail.ts';
import { newDataDir, removeDataDir, startProduct } from '#tests/product/product.ts';
import { metricsToken, readinessOf } from '#tests/product/readiness.ts';
import { pollUntil } from '#tests/product/until.ts';

let dataDir: string;
const collections = fileURLToPath(new URL('major-collections.mjs', import.meta.url));
const environment = { DEMO: 'off', METRICS_TOKEN: metricsToken, NODE_OPTIONS: `--import=${collections}` };

beforeEach(async () => {
  dataDir = await newDataDir();
});

afterEach(() => removeDataDir(dataDir));

test('background jobs continue through major garbage collections', async () => {
  const product = await startProduct({ dataDir, environment });
  onTestFinished(() => product.kill());
  const people = await callersOf({ call: callerOf(product.url), dataDir });
  const { admin } = people;
  const [left, right] = [
    await admin.create('Entity', { name: 'Left' }),
    await admin.create('Entity', { name: 'Right' }),
  ];
  const below = await admin.create('Entity', { name: 'Below', parent: left.id });
  const client = await aClient(people, { below });
  const path = `/api/entities/${below.id}`;
  const moved = await callExpecting<Entity>(admin.call, 200, { method: 'PATCH', path, body: { parent: right.id } });
  await pollUntil({ label: 'the client to hear of the move', seconds: 15 }, async () => {
    const { treeScope } = await callExpecting<Client>(admin.call, 200, { path: `/api/clients/${client.id}` });
    return treeScope.includes(right.id) || undefined;
  });
  expect(moved.treeScope).toContain(right.id);

  // Make the mail folder a file for a while, so that the first attempt fails.
  const address = 'admin@example.com';
  const folder = join(dataDir, 'mail');
  await rm(folder, { recursive: true });
  await writeFile(folder, '');
  await callExpecting(people.call, 200, { method: 'POST', path: '/api/auth/magic', body: { key: address } });
  await pollUntil(
    { label: 'the attempt to fail', seconds: 10 },
    () => product.output().includes('failed and will be retried') || undefined,
  );
  await rm(folder);
  expect((await (await openMailbox(dataDir, address)).next()).subject).toBe('Your sign-in link');
  expect(await readinessOf(product.url)).toMatchObject({
    status: 'ready',
    loops: [
      ...['mail', 'move', 'fileRemoval', 'fileCollection', 'fileMove', 'searchWords', 'orderCopies', 'orderColumns'],
      ...[
        'formBacktest',
        'webhook',
        'reportMail',
        'import',
        'importUpkeep',
        'reportTotals',
        'prospectAudit',
        'bulk',
        'auditExport',
        'auditSealing',
      ],
    ].map((name) => ({ name, isLate: false })),
  });
  expect(await product.stop()).toBe(0);
});
