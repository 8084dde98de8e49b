import { nextImportNumber, showImport } from '../../../api/engine/imports/import-visibility.ts';
import { storeOf } from '../../../api/engine/store/store.ts';
import { growDemo } from '../../../api/features/demo/demo.ts';
import { updateAccessKeys } from '../../../api/features/products/access-rules.ts';
import { markStale } from '../../../api/features/reports/totals.ts';
import type { Client, Product, ReportRow } from '../../../schemas/generated/types.ts';
import { importRowData } from '../api/imports.ts';
import { addClients, addEntities, addUsers, type DataSizes } from './tree.ts';

/** Fills the demo in the connected database up to the full size; existing records stay. */
export async function fillWorld(sizes: DataSizes, report: (line: string) => void): Promise<void> {
  const entities = await addEntities(sizes.entities);
  await addClients(entities, sizes.clients);
  await addUsers(entities, sizes.users);
  await addProducts(sizes.products);
  report('Entities, clients, people and products are there');
  // Orders come last, because they refer to these clients, people and products.
  await growDemo({ target: sizes.orders, name: 'the database', firstStart: async () => false, report });
  await addRows(sizes.rows, report);
}

const mark = 'load-product';

/** Makes products like the demo's, each with its own schema. */
async function addProducts(count: number): Promise<void> {
  const like = await storeOf('Product').find({ filter: { key: { $not: { $regex: `^${mark}` } } }, sort: ['key'] });
  const existing = await storeOf('Product').count({});
  const products = Array.from({ length: Math.max(count - existing, 0) }, (_, index): Partial<Product>[] => {
    const model = like[index % like.length];
    if (!model) return [];
    const { id: _id, revision: _revision, createdAt: _made, updatedAt: _changed, ...fields } = model;
    const name = `${model.name} ${existing + index}`;
    return [{ ...fields, key: `${mark}-${existing + index}`, name, schema: { ...model.schema, title: name } }];
  }).flat();
  if (products.length === 0) return;
  await storeOf('Product').insertMany(products);
  // Updating a top-level product updates those below it, too.
  for (const top of await storeOf('Product').find({ filter: { parent: null } })) await updateAccessKeys(top, null);
}

const batch = 10_000;
/** Rows of one import, as in a month's data. */
const inImport = 100_000;

/** Makes rows of a report: equally many for every client, in the client's entity. */
async function addRows(count: number, report: (line: string) => void): Promise<void> {
  const clients = await storeOf('Client').find({ sort: ['name'], only: ['name', 'industry', 'treeScope'] });
  for (let existing = await storeOf('ReportRow').count({}); existing < count; existing += inImport) {
    const importNumber = await nextImportNumber();
    const end = Math.min(existing + inImport, count);
    for (let at = existing; at < end; at += batch) {
      const rows = Array.from({ length: Math.min(batch, end - at) }, (_, index) => rowOf(at + index, clients));
      await storeOf('ReportRow').insertMany(rows.map((row) => ({ ...row, batch: `${importNumber}`, importNumber })));
    }
    await showImport(importNumber);
    await markStale([{ kind: 'AgencyOrder', importNumber }]);
    report(`${end.toLocaleString('en-US')} report rows`);
  }
}

function rowOf(number: number, clients: Client[]): Partial<ReportRow> {
  const client = clients[(number * 7) % clients.length];
  const data = { ...importRowData(number, clients), industry: client?.industry ?? null };
  return { kind: 'AgencyOrder', hidden: false, treeScope: client?.treeScope ?? [], data };
}
