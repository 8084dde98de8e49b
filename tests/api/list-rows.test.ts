import { afterAll, beforeAll, expect, it } from 'vitest';
import { viewerNow } from '#api/engine/access/viewer.ts';
import { columnsOf, projectRecord } from '#api/engine/resource/lists/columns.ts';
import { isTranscoded, rowShapeOf } from '#api/engine/resource/lists/row-shape.ts';
import { visibleResource } from '#api/engine/resource/lists/visible-resource.ts';
import { toResponse } from '#api/engine/resource/rules/serializer.ts';
import { JsonRows } from '#api/engine/store/bson-to-json.ts';
import { isResourceName, type ResourceName, resource, resources } from '#api/engine/store/model.ts';
import { storeOf } from '#api/engine/store/store.ts';
import { isPart, rowOmits } from '#schemas/resource/resource.ts';
import { type Api, startApi } from './server.ts';

let api: Api;
beforeAll(async () => {
  api = await startApi({ DEMO: 'on' });
});
afterAll(() => api.close());

const names = [...resources.values()]
  .filter(({ schema }) => !isPart(schema))
  .map(({ name }) => name)
  .filter(isResourceName);

/** The rows of the first page of a resource, as the transcoder and as the general path write them. */
async function rowsOf(name: ResourceName, emailAddress: string, omit: string[]) {
  const user = await storeOf('User').findOne({ 'emailAddresses.address': emailAddress });
  const viewer = await viewerNow(user?.id ?? '');
  if (!viewer) throw new Error(`No user ${emailAddress}`);
  const visible = await visibleResource({ resource: resource(name), mapColumns: undefined, viewer, filters: {} });
  const { rows, isWhole } = await storeOf(name).page({ limit: 300, omit }, 50_000_000);
  const columns = columnsOf(visible).filter(({ name: path, unlike }) => !path.includes('.') && unlike === undefined);
  const paths = ['id', 'revision', ...columns.map((column) => column.name)];
  return [undefined, columns].map((chosen) => {
    const shape = rowShapeOf(visible, { viewer, columns: chosen, isWhole });
    const results = rows.map((row) => {
      const json = new JsonRows();
      const isDirect = json.add(row.bson, shape);
      const record = toResponse(visible, row.record(), viewer);
      return {
        direct: isDirect ? json.within('', '').toString() : undefined,
        general: JSON.stringify(chosen ? projectRecord(record, paths) : record),
      };
    });
    return { isTranscoded: isTranscoded(visible, chosen), results };
  });
}

it.each(names)('a list of %s has the same JSON whether its rows are transcoded or converted', async (name) => {
  for (const person of ['admin@example.com', 'agency.user@example.com'])
    for (const omit of [[], rowOmits(resource(name)), ['createdAt']])
      for (const { isTranscoded: isFast, results } of await rowsOf(name, person, omit)) {
        if (!isFast) continue;
        for (const { direct, general } of results) expect(direct ?? general).toBe(general);
      }
});

it('transcodes the rows of lists that people open all day', async () => {
  for (const name of ['Order', 'Client', 'User', 'Entity'] as const)
    for (const { isTranscoded: isFast, results } of await rowsOf(name, 'admin@example.com', ['formData'])) {
      expect({ name, isFast, isMany: results.length > 10 }).toEqual({ name, isFast: true, isMany: true });
      expect(results.filter(({ direct }) => direct === undefined)).toEqual([]);
    }
});
