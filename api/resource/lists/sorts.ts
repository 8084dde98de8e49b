import type { Resource } from '#schemas/resource/resource.ts';
import type { Problem } from '../../errors/catalogue.ts';
import { directionOf } from '../../store/model.ts';
import { fieldNamed } from './fields.ts';
import { hinted, type VisibleResource } from './visible-resource.ts';

const unsortable = ['list', 'object', 'map'];

/** The fields that a list can be sorted by. */
export function sortableNames({ fields }: Resource): string[] {
  return fields.filter(({ kind }) => !unsortable.includes(kind)).map(({ name }) => name);
}

/** The order that is asked for, by the fields' own names; what a list can not be sorted by is added to `problems`. */
export function sortOf(resource: VisibleResource, asked: string[], problems: Problem[]): string[] {
  const sortable = sortableNames(resource);
  return asked.map((each) => {
    const [name, direction] = directionOf(each);
    const field = fieldNamed(resource, name)?.name ?? name;
    if (!sortable.includes(field)) {
      const message = hinted(resource, `Must be one of: ${sortable.join(', ')}`);
      problems.push({ path: '/sort', value: each, message });
    }
    return direction < 0 ? `-${field}` : field;
  });
}
