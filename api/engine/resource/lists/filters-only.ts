import type { Resource } from '#schemas/resource/resource.ts';
import { invalidRequest } from '../../../platform/errors/catalogue.ts';
import type { Viewer } from '../../access/viewer.ts';
import type { Filter } from '../../store/store.ts';
import type { MapColumns } from '../rules/declaration.ts';
import { isParameter } from './parameters.ts';
import { parseListQuery, rawFilters } from './query.ts';
import { visibleResource } from './visible-resource.ts';

interface FilterOptions {
  resource: Resource;
  mapColumns: MapColumns;
  viewer: Viewer;
  /** The parsed query string. */
  query: unknown;
}

/**
 * Builds the filter of a list for a route that returns an aggregate instead of rows. Throws REQUEST_SCHEMA_INVALID for
 * invalid filters and for parameters about rows, such as page or sort.
 */
export async function parseFiltersOnly({ resource, mapColumns, viewer, query }: FilterOptions): Promise<Filter> {
  const params = typeof query === 'object' && query !== null ? { ...query } : {};
  const rowParameters = Object.keys(params).filter((key) => key !== 'filter' && isParameter(key));
  if (rowParameters.length > 0)
    throw invalidRequest(
      'querystring',
      rowParameters.map((key) => ({
        path: `/${key}`,
        message: 'Only filters are supported here, because there are no rows',
      })),
    );
  const visible = await visibleResource({ resource, mapColumns, viewer, filters: rawFilters(params) });
  return parseListQuery({ resource: visible, query: params, extraKeys: [], isCsv: true }).filter;
}
