import { indexedSorts } from '#schemas/resource/indexes.ts';
import { type Field, isPart, type Resource } from '#schemas/resource/resource.ts';
import { copiedProperties } from '#schemas/resource/search.ts';
import type { Problem } from '../../../platform/errors/catalogue.ts';
import { parseSortField } from '../../store/model.ts';
import { type VisibleResource, withHint } from './visible-resource.ts';

const unsortable = ['list', 'object', 'map'];

/** The sort orders that a list supports: every scalar field, and the orders by several fields that have an index. */
export function sortableNames(resource: Resource): string[] {
  const scalars = resource.fields.filter(({ kind }) => !unsortable.includes(kind)).map(({ name }) => name);
  if (isPart(resource.schema)) return scalars;
  const isShown = (sort: string) =>
    sort.includes(',') && sort.split(',').every((each) => scalars.includes(parseSortField(each)[0]));
  return [...scalars, ...indexedSorts(resource).filter(isShown)];
}

/** Whether a field is a column of a free-form map. Such a list has one form, whose index narrows it. */
export const isMapColumn = (name: string) => name.includes('.');

/** The most fields of one sort order. */
const maxSortFields = 3;

/**
 * Resolves the requested sort to field names. Unsupported sorts are added to `problems`. Sorting by id means by creation
 * time, since ids ascend with it; sorting by a reference means by the name that the record copies from it, if there is
 * one.
 */
export function resolveSort(resource: VisibleResource, requested: string[], problems: Problem[]): string[] {
  const copies = copiedProperties(resource);
  const sort = requested.map((each) => {
    const [name, direction] = parseSortField(each);
    const own = name === 'id' && !isPart(resource.schema) ? 'createdAt' : (resolveField(resource, name)?.name ?? name);
    const field = copies.find(([, path]) => path === `${own}.name`)?.[0] ?? own;
    return direction < 0 ? `-${field}` : field;
  });
  const isSortable = (each: string) => {
    const [name] = parseSortField(each);
    return resource.fields.some((field) => field.name === name && !unsortable.includes(field.kind));
  };
  if (sort.length > maxSortFields || !sort.every(isSortable)) {
    const message = withHint(resource, `Must be one of: ${sortableNames(resource).join('; ')}`);
    problems.push({ path: '/sort', value: requested.join(','), message });
  }
  return sort;
}

/** Aliases of two fields (design 3). */
const shortNames: Record<string, string> = { created: 'createdAt', updated: 'updatedAt' };

/**
 * Resolves a query key to a field: its name, the aliases `updated` and `created`, a reference with or without `Id`
 * (design 3), or a column of a free-form map without the map's name.
 */
export function resolveField({ fields }: Pick<Resource, 'fields'>, key: string): Field | undefined {
  const exact = fields.find(({ name }) => name === key) ?? fields.find(({ name }) => name === shortNames[key]);
  if (exact) return exact;
  const other = fields.find(({ name, kind }) => kind === 'reference' && (name === `${key}Id` || `${name}Id` === key));
  return other ?? fields.find(({ name }) => name.includes('.') && name.slice(name.indexOf('.') + 1) === key);
}
