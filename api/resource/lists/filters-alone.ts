import type { Resource } from '#schemas/resource/resource.ts';
import type { Viewer } from '../../access/viewer.ts';
import { invalidRequest } from '../../errors/catalogue.ts';
import type { Filter } from '../../store/store.ts';
import type { MapColumns } from '../rules/declaration.ts';
import { isParameter } from './parameters.ts';
import { filtersIn, parseListQuery } from './query.ts';
import { visibleTo } from './visible-resource.ts';

interface Asking {
  resource: Resource;
  mapColumns: MapColumns;
  viewer: Viewer;
  /** The parsed query string. */
  query: unknown;
}

/**
 * The condition that the filters of a list make, for a call that answers no rows of it but what they come to. Throws
 * REQUEST_SCHEMA_INVALID for what is no such filter, and for all that says which rows are shown, and how.
 */
export async function filtersAlone({ resource, mapColumns, viewer, query }: Asking): Promise<Filter> {
  const asked = typeof query === 'object' && query !== null ? { ...query } : {};
  const foreign = Object.keys(asked).filter((key) => key !== 'filter' && isParameter(key));
  if (foreign.length > 0)
    throw invalidRequest(
      'querystring',
      foreign.map((key) => ({ path: `/${key}`, message: 'Here are no rows: only filters are taken' })),
    );
  const visible = await visibleTo({ resource, mapColumns, viewer, filters: filtersIn(asked) });
  return parseListQuery({ resource: visible, query: asked, extraKeys: [], isWhole: true }).filter;
}
