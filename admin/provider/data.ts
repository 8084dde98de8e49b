import simpleRestProvider from 'ra-data-simple-rest';
import type { DataProvider, Identifier, RaRecord } from 'react-admin';
import type { Resource } from '#schemas/resource/resource.ts';
import { resourceAt } from '../generate/catalogue.ts';
import { changesOf, newValuesOf } from './changes.ts';
import { request } from './http.ts';

const api = '/api';
const rest = simpleRestProvider(api, request);

/**
 * The API as react-admin sees it: its own simple REST dialect, but for writes, which send only what changed and the
 * revision that the person saw, so that nothing is overwritten unseen (design 3). Errors are those of `request`.
 */
export const dataProvider: DataProvider = {
  ...rest,
  create: (path, params) => {
    const [above] = Object.entries(Object(params.data[below]));
    const place = above?.[1] ? `${above[0]}/${above[1]}/${path}` : path;
    return rest.create(place, { ...params, data: newValuesOf(known(path), params.data) });
  },
  update: async (path, { id, data, previousData }) => {
    const changes = changesOf(known(path), data, previousData);
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

/** The input of a form for a new record which names what it is made below: `$below.entities` holds the id of an entity. */
export const below = '$below';

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
