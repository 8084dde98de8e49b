import { indexedSorts, isSortIndexed } from '#schemas/resource/indexes.ts';
import { isPart, type Resource } from '#schemas/resource/resource.ts';
import type { Problem } from '../../errors/catalogue.ts';
import { directionOf } from '../../store/model.ts';
import { fieldNamed } from './fields.ts';
import { hinted, type VisibleResource } from './visible-resource.ts';

const unsortable = ['list', 'object', 'map'];

/** The sort orders that a list supports: those with an index, and all scalars for parts, which are sorted in memory. */
export function sortableNames(resource: Resource, given: string[] = []): string[] {
  const scalars = resource.fields.filter(({ kind }) => !unsortable.includes(kind)).map(({ name }) => name);
  if (isPart(resource.schema)) return scalars;
  const isShown = (sort: string) => sort.split(',').every((each) => scalars.includes(directionOf(each)[0]));
  return [...indexedSorts(resource, given).filter(isShown), ...scalars.filter(isInMap)];
}

/**
 * Whether a field is a column of a free-form map. Such a list has one form, and its rows are sorted after the form's
 * index has found them.
 */
export const isInMap = (name: string) => name.includes('.');

/**
 * Resolves the requested sort to field names. `given` are the fields fixed to one value by filters. Unsupported sorts
 * are added to `problems`. Sorting by id means by creation time, since ids ascend with it.
 */
export function sortOf(
  resource: VisibleResource,
  { asked, given }: { asked: string[]; given: string[] },
  problems: Problem[],
): string[] {
  const sort = asked.map((each) => {
    const [name, direction] = directionOf(each);
    const field = name === 'id' && !isPart(resource.schema) ? 'createdAt' : (fieldNamed(resource, name)?.name ?? name);
    return direction < 0 ? `-${field}` : field;
  });
  const isKnown = sort.every((each) => resource.fields.some(({ name }) => name === directionOf(each)[0]));
  const isInMemory = sort.every((each) => isInMap(directionOf(each)[0]));
  if (!isKnown || !(isInMemory || isSortIndexed(resource, sort, given))) {
    const message = hinted(resource, `Must be one of: ${sortableNames(resource, given).join('; ')}`);
    problems.push({ path: '/sort', value: asked.join(','), message });
  }
  return sort;
}
