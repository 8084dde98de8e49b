import { isAllowedSort } from '../look/sortOrder.ts';

/** The sort orders of client lists, shared by all pages that show one. */
export const byIndustry = 'industry,name';
const sorts = ['name', 'updatedAt', byIndustry];

/** Returns the sort order in an address; by name if it has none, or an unknown one. */
export function clientSortFromParams(params: URLSearchParams): string {
  const requested = params.get('sort') ?? '';
  return isAllowedSort(requested, sorts) ? requested : 'name';
}

/** Returns the industry filter in an address; '' for all industries. */
export const industryFromParams = (params: URLSearchParams): string => params.get('industry') ?? '';

/**
 * Returns the query of an industry filter. It is a range with equal ends, because a plain value would be split at its
 * commas.
 */
export const industryQuery = (industry: string) => ({ 'industry.from': industry, 'industry.to': industry });

/** Returns the query string that a saved view stores: search, industry and sort, without the page. */
export function clientViewOf(params: URLSearchParams): string {
  const requested = ['search', 'industry', 'sort'].map((key): [string, string] => [key, params.get(key) ?? '']);
  return String(new URLSearchParams(requested.filter(([, text]) => text !== '')));
}
