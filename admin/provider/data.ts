import simpleRestProvider from 'ra-data-simple-rest';
import type { DataProvider, GetListParams, Identifier, RaRecord } from 'react-admin';
import { isRecord } from '#schemas/forms/is-record.ts';
import { isSortIndexed } from '#schemas/resource/indexes.ts';
import type { Resource } from '#schemas/resource/resource.ts';
import { defaultSort, resourceAt } from '../generate/catalogue.ts';
import { singleValueFields } from '../generate/filters/conditions.ts';
import { loadPage } from './cursor-pagination.ts';
import { expandedFields, splitExpansions } from './expansions.ts';
import { request } from './http.ts';
import { withErrorsAtInputs } from './input-errors.ts';
import { createPayload, updatePayload } from './payloads.ts';

const api = '/api';
const rest = simpleRestProvider(api, request);

/**
 * react-admin's data provider, on its simple REST dialect. Updates send only changed fields and the revision that the
 * user read, so a stale write is rejected (design 3). Throws what `request` throws.
 */
export const dataProvider: DataProvider = {
  ...rest,
  getList: async (path, params) => {
    const servedParams = { ...params, sort: servedSort(path, params) };
    const names = expandedFields(params.meta);
    const page = await loadPage(path, servedParams, names);
    if (names.length === 0) return page;
    const { data, meta } = splitExpansions(requireResource(path), page.data, names);
    return { ...page, data, meta: { ...page.meta, ...meta } };
  },
  create: async (path, params) => {
    const [above] = Object.entries(Object(params.data[parentField]));
    const place = above?.[1] ? `${above[0]}/${above[1]}/${path}` : path;
    const resource = requireResource(path);
    try {
      return await rest.create(place, { ...params, data: createPayload(resource, params.data) });
    } catch (error) {
      throw withErrorsAtInputs(resource, error);
    }
  },
  update: async (path, { id, data, previousData, meta }) => {
    const changes = { ...updatePayload(requireResource(path), data, previousData), ...requestFieldsIn(meta) };
    if (Object.keys(changes).length === 0) return { data: previousData };
    const { json } = await request(addressOf(path, id), {
      method: 'PATCH',
      headers: ifMatchHeaders(previousData),
      body: JSON.stringify(changes),
    });
    return { data: json };
  },
  delete: async (path, { id, previousData }) => {
    const { json } = await request(addressOf(path, id), { method: 'DELETE', headers: ifMatchHeaders(previousData) });
    return { data: json };
  },
};

/**
 * Falls back to the default sort order when a stored one (on the device or in a view) is no longer served by an index;
 * the API would reject every request.
 */
function servedSort(path: string, { sort, filter }: Pick<GetListParams, 'sort' | 'filter'>): GetListParams['sort'] {
  const resource = resourceAt(path);
  if (!resource || !sort || isSortIndexed(resource, [sort.field], singleValueFields(filter ?? {}))) return sort;
  return defaultSort(resource);
}

/** Form field for the parent of a new record: `$below.entities` holds an entity's id. */
export const parentField = '$below';

/** Request fields that are not part of the record, such as a reason; passed as `requestFields` in `meta`. */
const requestFieldsIn = (meta: unknown): object =>
  isRecord(meta) && isRecord(meta.requestFields) ? meta.requestFields : {};

const addressOf = (path: string, id: Identifier) => `${api}/${path}/${encodeURIComponent(id)}`;

/** If-Match header for optimistic locking: the request fails with RESOURCE_CONFLICT if the record has changed since. */
export function ifMatchHeaders(previous: Partial<RaRecord> | undefined): Headers {
  const revision: unknown = previous?.revision;
  return new Headers(typeof revision === 'number' ? { 'If-Match': `"${revision}"` } : {});
}

function requireResource(path: string): Resource {
  const resource = resourceAt(path);
  if (!resource) throw new Error(`/api/${path}: no schema describes it, so the back-office can not write it`);
  return resource;
}
