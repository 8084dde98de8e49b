import { isOffered } from '../look/sorts.ts';

/** The orders of rows that a list of clients has, for everybody whose list it is. */
export const byIndustry = 'industry,name';
const sorts = ['name', 'updatedAt', byIndustry];

/** The order that an address asks for; by name, as they are looked for, where it says none that there is. */
export function clientSortIn(params: URLSearchParams): string {
  const asked = params.get('sort') ?? '';
  return isOffered(asked, sorts) ? asked : 'name';
}

/** The industry that an address narrows the list down to; '' for all. */
export const industryIn = (params: URLSearchParams): string => params.get('industry') ?? '';

/** What the API is asked for by it: both ends of a range, since what is written has commas. */
export const ofIndustry = (industry: string) => ({ 'industry.from': industry, 'industry.to': industry });

/** The address's query without its page: what a saved view keeps. */
export function clientViewOf(params: URLSearchParams): string {
  const asked = ['search', 'industry', 'sort'].map((key): [string, string] => [key, params.get(key) ?? '']);
  return String(new URLSearchParams(asked.filter(([, text]) => text !== '')));
}
