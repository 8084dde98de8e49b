import type { ResourceVocabulary } from '#schemas/generated/vocabulary.ts';
import type { Resource } from '#schemas/resource/resource.ts';
import { hasRole, type Viewer } from '../../access/viewer.ts';
import { recordSchema } from '../schemas/record-schema.ts';
import { objectPicker } from '../schemas/response-serializer.ts';

type Answer = Record<string, unknown>;

/** Cached serializers: one per schema. */
const serializers = new WeakMap<ResourceVocabulary, (record: object, viewer: Viewer) => Answer>();

/**
 * Field-level read access: a record as this viewer may see it, with the fields of its schema (`recordSchema`) and
 * without those for other roles.
 */
export function toResponse(resource: Pick<Resource, 'schema'>, record: object, viewer: Viewer): Answer {
  const { schema } = resource;
  const answer = serializers.get(schema) ?? serializerOf(schema);
  serializers.set(schema, answer);
  return answer(record, viewer);
}

/** The fields that are for other roles than the viewer's. */
export const restrictedFields = (schema: ResourceVocabulary, viewer: Viewer): string[] =>
  fieldsWithRoles(schema).flatMap(({ name, roles }) => (hasRole(viewer, ...roles) ? [] : [name]));

const fieldsWithRoles = ({ properties }: ResourceVocabulary) =>
  Object.entries(properties).flatMap(([name, { 'x-visible-to': roles }]) => (roles ? [{ name, roles }] : []));

function serializerOf(schema: ResourceVocabulary): (record: object, viewer: Viewer) => Answer {
  const pick = objectPicker(recordSchema({ schema }));
  const restricted = fieldsWithRoles(schema);
  return (record, viewer) => {
    const answer = pick(record);
    for (const { name, roles } of restricted) if (!hasRole(viewer, ...roles)) delete answer[name];
    return answer;
  };
}
