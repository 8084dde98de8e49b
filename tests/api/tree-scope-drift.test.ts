import mongoose from 'mongoose';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { treeScopes } from '#api/engine/migrations/0005-tree-scopes.ts';
import { treePaths } from '#api/engine/migrations/0043-tree-paths.ts';
import { migrateDatabase } from '#api/engine/migrations/migrate.ts';
import { databaseDrift } from './database-drift.ts';
import { aClient, aDraft, anAgency, anEntity, aUser } from './factories.ts';
import { type Api, startApi } from './server.ts';

let api: Api;

// Each check starts a process.
vi.setConfig({ testTimeout: 60_000 });

beforeAll(async () => {
  api = await startApi();
  await migrateDatabase({ report: () => undefined });
});
afterAll(() => api.close());

it('records whose tree scope differs from their place are reported by count and id, and others are not', async () => {
  const agency = await anAgency(api);
  const branch = await anEntity(api, { parent: agency.entity.id });
  const person = await aUser(api, { memberOf: [branch] });
  const client = await aClient(api, { below: branch });
  const draft = await aDraft(agency, { client: client.id });
  const lone = await aDraft(agency, { client: null });
  const collection = (name: string) => mongoose.connection.collection(name);
  const idOf = ({ id }: { id: string }) => new mongoose.Types.ObjectId(id);
  const [top, own] = [idOf(agency.entity), idOf(branch)];
  const lose = async (name: string, record: { id: string }, treeScope: mongoose.Types.ObjectId[]) =>
    collection(name).updateOne({ _id: idOf(record) }, { $set: { treeScope } });
  await lose('entities', branch, [top]);
  await lose('users', person, [top]);
  await lose('orders', draft, []);
  await lose('orders', lone, [own]);
  await lose('channels', agency.channel, [own, top]);
  const place = client.treeScope[0];

  expect((await databaseDrift(api)).lines).toEqual([
    `channels: 1 of 1 documents have a wrong treeScope (${agency.channel.id})`,
    `entities: 1 of 4 documents have a wrong treeScope (${branch.id})`,
    `orders: 2 of 2 documents have a wrong treeScope (${draft.id}, ${lone.id})`,
    `users: 1 of 4 documents have a wrong treeScope (${person.id})`,
    'Does not match the schemas: the database of MONGODB_URI',
  ]);

  await collection('entities').updateOne({ _id: idOf(branch) }, { $set: { subType: 'client' } });
  const applied = mongoose.connection.collection<{ _id: string }>('schema_migrations');
  await applied.deleteMany({ _id: { $in: [treeScopes.name, treePaths.name] } });
  await migrateDatabase({ report: () => undefined });
  expect((await databaseDrift(api)).lines).toEqual(['Matches the schemas: the database of MONGODB_URI']);
  expect(await api.admin.read('Entity', branch.id)).toMatchObject({
    subType: 'abstract',
    treeScope: [branch.id, agency.entity.id],
  });
  expect(await api.admin.read('Order', draft.id)).toMatchObject({ treeScope: [place, branch.id, agency.entity.id] });
  expect(await api.admin.read('User', person.id)).toMatchObject({ treeScope: [branch.id, agency.entity.id] });
});
