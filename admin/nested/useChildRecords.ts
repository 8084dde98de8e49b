import { subject } from '@casl/ability';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { type RaRecord, useRecordContext } from 'react-admin';
import { served } from '#schemas/generated/registry.ts';
import type { Parents, Records } from '#schemas/generated/types.ts';
import { inheritsRights, resourceOf } from '#schemas/resource/resource.ts';
import type { NestedResource } from '../generate/catalogue.ts';
import { useEditedRecord } from '../generate/editing/EditRecord.tsx';
import { useResourceScreen } from '../generate/resource-screen.tsx';
import { ifMatchHeaders } from '../provider/data.ts';
import { request } from '../provider/http.ts';
import { useSession } from '../provider/session.ts';
import type { NestedSource, WriteOperation } from './source.ts';

interface PageResponse {
  pagination: { total: number };
  results: RaRecord[];
}

/** Child records that are loaded from the API path `address`. */
export interface ChildRecords extends NestedSource {
  /** Path of the API: `/api/users/{id}/email_addresses`. */
  address: string;
}

/** Loads and changes the child records of the current record (design 3). Throws on the page of another resource. */
export const useChildRecords = (name: NestedName, options?: ChildListOptions): ChildRecords =>
  useChildRecordsOf(nestedByName(name), options);

interface ChildListOptions {
  rowsPerPage?: number;
  /** The path below the parent that lists the records, if it is not the one that changes them. */
  listPath?: string;
}

/** The same for a resource object instead of its title. */
export function useChildRecordsOf(
  resource: NestedResource,
  { rowsPerPage = 25, listPath }: ChildListOptions = {},
): ChildRecords {
  const { resource: above } = useResourceScreen();
  const parent = useRecordContext();
  const session = useSession();
  const cache = useQueryClient();
  const { editing } = useEditedRecord();
  const [page, goTo] = useState(0);
  const { nested } = resource;
  if (nested.resource !== above.name)
    throw new Error(`${resource.name} belongs to ${nested.resource}, not to ${above.name}`);

  const address = `/api/${above.path}/${parent?.id}/${nested.path}`;
  const query = { page: String(page + 1), limit: String(rowsPerPage) };
  // Another list can depend on the parent's fields, so it is loaded again when the parent changes.
  const list = listPath === undefined ? [] : [listPath, parent?.revision];
  const listAddress = listPath === undefined ? address : `/api/${above.path}/${parent?.id}/${listPath}`;
  const found = useQuery({
    queryKey: [above.path, 'nested', address, query, ...list],
    queryFn: async ({ signal }): Promise<PageResponse> =>
      (await request(`${listAddress}?${new URLSearchParams(query)}`, { signal })).json,
    enabled: parent !== undefined,
    placeholderData: keepPreviousData,
  });

  const refresh = async () => {
    await cache.invalidateQueries({ queryKey: [above.path, 'nested', address] });
    await editing.reload();
  };
  const write = async (method: string, path: string, { row, body }: { row?: RaRecord; body?: object }) => {
    await request(path, { method, headers: ifMatchHeaders(row), ...(body ? { body: JSON.stringify(body) } : {}) });
    await refresh();
  };
  const at = (row: RaRecord) => `${address}/${encodeURIComponent(row[nested.key])}`;
  const can = (verb: WriteOperation, row?: RaRecord) => {
    if (!session || !parent) return false;
    // Embedded parts, and resources without rights of their own, need update access to the parent.
    if (nested.isPart || inheritsRights(resource))
      return session.ability.can('update', subject(above.name, { ...parent }));
    const newRow = { [nested.field]: parent[nested.from], treeScope: parent.treeScope };
    return session.ability.can(verb, subject(resource.name, { ...(row ?? newRow) }));
  };
  return {
    resource,
    rows: found.data?.results,
    error: found.error,
    total: found.data?.pagination.total ?? 0,
    page,
    rowsPerPage,
    goTo,
    reload: () => found.refetch(),
    can,
    create: (values) => write('POST', address, { body: values }),
    update: (row, changes) => write('PATCH', at(row), { row, body: changes }),
    remove: (row) => write('DELETE', at(row), { row }),
    address,
    refresh,
  };
}

/** Titles of the child resources. */
export type NestedName = keyof Parents;

export type NestedField<Name extends NestedName> = keyof Records[Name] & string;

/** Returns a child resource with its API path. Throws an Error if it has none. */
export function nestedByName(name: NestedName): NestedResource {
  const schema = Object.values(served).find(({ title }) => title === name);
  const found = schema && resourceOf(schema);
  if (!found?.nested) throw new Error(`${name} is stored in another's records, but its schema gives its calls no path`);
  return { ...found, nested: found.nested };
}
