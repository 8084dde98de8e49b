import { afterAll, beforeAll, expect, it } from 'vitest';
import { viewerNow } from '#api/engine/access/viewer.ts';
import { columnsOf, projectRecord } from '#api/engine/resource/lists/columns.ts';
import { populate, populatedNames } from '#api/engine/resource/lists/populate.ts';
import { isTranscoded, rowTranscoder } from '#api/engine/resource/lists/transcode-rows.ts';
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
  const page = await storeOf(name).page({ limit: 300, omit }, 50_000_000);
  const columns = columnsOf(visible).filter(({ name: path, unlike }) => !path.includes('.') && unlike === undefined);
  const paths = ['id', 'revision', ...columns.map((column) => column.name)];
  const references = visible.fields.filter(({ kind }) => kind === 'reference').flatMap(populatedNames);
  const choices = [
    { columns: undefined, populate: [] },
    { columns, populate: [] },
    { columns, populate: references },
  ];
  return await Promise.all(
    choices.map(async ({ columns: chosen, populate: populatedReferences }) => {
      const options = { columns: chosen, populate: populatedReferences };
      const shown = (record: object) => {
        const response = toResponse(visible, record, viewer);
        return chosen ? projectRecord(response, paths) : response;
      };
      const state = { converted: 0 };
      const counted = (record: object) => {
        state.converted += 1;
        return shown(record);
      };
      const add = await rowTranscoder(visible, page, { viewer, shown: counted, ...options });
      const json = new JsonRows();
      for (const row of page.rows) add(json, row);
      const stored = page.rows.map((row) => row.record());
      const records = await populate({ name, records: stored, names: populatedReferences, viewer });
      return {
        isTranscoded: isTranscoded(visible, options),
        converted: state.converted,
        transcoded: json.within('[', ']').toString(),
        general: JSON.stringify(records.map(shown)),
        count: json.count,
      };
    }),
  );
}

it.each(names)('a list of %s has the same JSON whether its rows are transcoded or converted', async (name) => {
  for (const person of ['admin@example.com', 'agency.user@example.com'])
    for (const omit of [[], rowOmits(resource(name)), ['createdAt']])
      for (const { isTranscoded: isFast, transcoded, general } of await rowsOf(name, person, omit))
        if (isFast) expect(transcoded).toBe(general);
});

it('transcodes the rows of lists that people open all day, with references and without', async () => {
  for (const name of ['Order', 'Client', 'User', 'Entity'] as const)
    for (const { isTranscoded: isFast, converted, count } of await rowsOf(name, 'admin@example.com', ['formData'])) {
      const isMany = count > 10;
      expect({ name, isFast, converted, isMany }).toEqual({ name, isFast: true, converted: 0, isMany: true });
    }
});
