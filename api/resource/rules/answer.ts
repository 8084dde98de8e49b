import type { Resource } from '#schemas/resource/resource.ts';
import { hasRole, type Viewer } from '../../access/viewer.ts';

type Answer = Record<string, unknown>;

/**
 * Takes out of a record what this viewer must not get: the schema's hidden paths and the fields for other roles.
 * The record came through the reader, so that it holds nothing beside its schema already.
 */
export function answerOf({ schema }: Resource, record: object, viewer: Viewer): Answer {
  const answer: Answer = { ...record };
  for (const [name, property] of Object.entries(schema.properties)) {
    const roles = property['x-visible-to'];
    if (roles && !hasRole(viewer, ...roles)) delete answer[name];
  }
  for (const path of schema['x-store']?.hidden ?? []) hide(answer, path.split('.'));
  return answer;
}

/** Leaves the value at a path out, in every item of a list on the way; what is changed is a copy. */
function hide(holder: Answer, [name, ...rest]: string[]): void {
  if (name === undefined || !Object.hasOwn(holder, name)) return;
  if (rest.length === 0) {
    delete holder[name];
    return;
  }
  const value = holder[name];
  const hidden = [value].flat().map((item: unknown) => {
    if (item === null || typeof item !== 'object') return item;
    const copy: Answer = { ...item };
    hide(copy, rest);
    return copy;
  });
  holder[name] = Array.isArray(value) ? hidden : hidden[0];
}
