import { indexedSorts, isSortIndexed } from '#schemas/resource/indexes.ts';
import { type Field, isPart, type Resource } from '#schemas/resource/resource.ts';
import type { Problem } from '../../../platform/errors/catalogue.ts';
import { parseSortField } from '../../store/model.ts';
import { type VisibleResource, withHint } from './visible-resource.ts';

const unsortable = ['list', 'object', 'map'];

/** The sort orders that a list supports: those with an index, and all scalars for parts, which are sorted in memory. */
export function sortableNames(resource: Resource, given: string[] = []): string[] {
  const scalars = resource.fields.filter(({ kind }) => !unsortable.includes(kind)).map(({ name }) => name);
  if (isPart(resource.schema)) return scalars;
  const isShown = (sort: string) => sort.split(',').every((each) => scalars.includes(parseSortField(each)[0]));
  return [...indexedSorts(resource, given).filter(isShown), ...scalars.filter(isMapColumn)];
}

/**
 * Whether a field is a column of a free-form map. Such a list has one form, and its rows are sorted after the form's
 * index has found them.
 */
export const isMapColumn = (name: string) => name.includes('.');

/**
 * Resolves the requested sort to field names. `given` are the fields fixed to one value by filters. Unsupported sorts
 * are added to `problems`. Sorting by id means by creation time, since ids ascend with it.
 */
export function resolveSort(
  resource: VisibleResource,
  { requested, fixedFields }: { requested: string[]; fixedFields: string[] },
  problems: Problem[],
): string[] {
  const sort = requested.map((each) => {
    const [name, direction] = parseSortField(each);
    const field =
      name === 'id' && !isPart(resource.schema) ? 'createdAt' : (resolveField(resource, name)?.name ?? name);
    return direction < 0 ? `-${field}` : field;
  });
  const isKnown = sort.every((each) => resource.fields.some(({ name }) => name === parseSortField(each)[0]));
  const isInMemory = sort.every((each) => isMapColumn(parseSortField(each)[0]));
  if (!isKnown || !(isInMemory || isSortIndexed(resource, sort, fixedFields))) {
    const message = withHint(resource, `Must be one of: ${sortableNames(resource, fixedFields).join('; ')}`);
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
