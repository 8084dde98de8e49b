import simpleRestProvider from 'ra-data-simple-rest';
import type { DataProvider, GetListParams, Identifier, RaRecord } from 'react-admin';
import { isEqual } from '#schemas/forms/is-equal.ts';
import { isRecord } from '#schemas/forms/is-record.ts';
import type { Resource } from '#schemas/resource/resource.ts';
import { defaultSort, resourceAt } from '../generate/catalogue.ts';
import { loadPage } from './cursor-pagination.ts';
import { type ListMeta, listMetaOf, splitExpansions } from './expansions.ts';
import { faultsOf, request } from './http.ts';
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
    const requested = listMetaOf(params.meta);
    const page = await loadSortedPage(path, params, requested);
    const { populate } = requested;
    if (populate.length === 0) return page;
    const { data, meta } = splitExpansions(requireResource(path), page.data, populate);
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
 * Loads a page, in the default sort order if the API refuses the requested one, which may be stored on the device or in
 * a view: a sort without an index is limited to 10,000 matches (design 3). The page's `meta.refusedSort` is the name of
 * the refused field.
 */
async function loadSortedPage(path: string, params: GetListParams, requested: Required<ListMeta>) {
  const parameters = Object.fromEntries(
    Object.entries(requested).flatMap(([name, names]) => (names.length > 0 ? [[name, names.join(',')]] : [])),
  );
  try {
    return await loadPage(path, params, parameters);
  } catch (error) {
    const resource = resourceAt(path);
    const isRefused = faultsOf(error).some((fault) => fault.path === '/sort');
    if (!resource || !params.sort || !isRefused || isEqual(params.sort, defaultSort(resource))) throw error;
    const page = await loadPage(path, { ...params, sort: defaultSort(resource) }, parameters);
    return { ...page, meta: { ...page.meta, refusedSort: params.sort.field } };
  }
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
