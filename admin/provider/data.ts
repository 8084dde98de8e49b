import simpleRestProvider from 'ra-data-simple-rest';
import type { DataProvider, GetListParams, Identifier, RaRecord } from 'react-admin';
import { isRecord } from '#schemas/forms/is-record.ts';
import { isSortServed } from '#schemas/resource/indexes.ts';
import type { Resource } from '#schemas/resource/resource.ts';
import { resourceAt, sortOf } from '../generate/catalogue.ts';
import { givenBy } from '../generate/filters/conditions.ts';
import { changesOf, newValuesOf } from './changes.ts';
import { request } from './http.ts';
import { refusalAtInputs } from './input-errors.ts';
import { pageOf } from './pages.ts';
import { apart, populatedIn } from './populated.ts';

const api = '/api';
const rest = simpleRestProvider(api, request);

/**
 * The API as react-admin sees it: its own simple REST dialect, but for writes, which send only what changed and the
 * revision that the person saw, so that nothing is overwritten unseen (design 3). Errors are those of `request`.
 */
export const dataProvider: DataProvider = {
  ...rest,
  getList: async (path, params) => {
    const asked = { ...params, sort: servedSort(path, params) };
    const names = populatedIn(params.meta);
    const page = await pageOf(path, asked, names);
    if (names.length === 0) return page;
    const { data, meta } = apart(known(path), page.data, names);
    return { ...page, data, meta: { ...page.meta, ...meta } };
  },
  create: async (path, params) => {
    const [above] = Object.entries(Object(params.data[below]));
    const place = above?.[1] ? `${above[0]}/${above[1]}/${path}` : path;
    const resource = known(path);
    try {
      return await rest.create(place, { ...params, data: newValuesOf(resource, params.data) });
    } catch (error) {
      throw refusalAtInputs(resource, error);
    }
  },
  update: async (path, { id, data, previousData, meta }) => {
    const changes = { ...changesOf(known(path), data, previousData), ...saidIn(meta) };
    if (Object.keys(changes).length === 0) return { data: previousData };
    const { json } = await request(addressOf(path, id), {
      method: 'PATCH',
      headers: guarded(previousData),
      body: JSON.stringify(changes),
    });
    return { data: json };
  },
  delete: async (path, { id, previousData }) => {
    const { json } = await request(addressOf(path, id), { method: 'DELETE', headers: guarded(previousData) });
    return { data: json };
  },
};

/**
 * An order that was kept on a device, or in a view, before the list lost it would be refused again and again: such a list
 * comes in its own order.
 */
function servedSort(path: string, { sort, filter }: Pick<GetListParams, 'sort' | 'filter'>): GetListParams['sort'] {
  const resource = resourceAt(path);
  if (!resource || !sort || isSortServed(resource, [sort.field], givenBy(filter ?? {}))) return sort;
  return sortOf(resource);
}

/** The input of a form for a new record which names what it is made below: `$below.entities` holds the id of an entity. */
export const below = '$below';

/** What a save says beside the record's fields, such as its reason: `said` in its meta. */
const saidIn = (meta: unknown): object => (isRecord(meta) && isRecord(meta.said) ? meta.said : {});

const addressOf = (path: string, id: Identifier) => `${api}/${path}/${encodeURIComponent(id)}`;

/** Headers under which a request fails with RESOURCE_CONFLICT when somebody saved the record since. */
export function guarded(previous: Partial<RaRecord> | undefined): Headers {
  const revision: unknown = previous?.revision;
  return new Headers(typeof revision === 'number' ? { 'If-Match': `"${revision}"` } : {});
}

function known(path: string): Resource {
  const resource = resourceAt(path);
  if (!resource) throw new Error(`/api/${path}: no schema describes it, so the back-office can not write it`);
  return resource;
}
