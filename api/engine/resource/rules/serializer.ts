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

function serializerOf(schema: ResourceVocabulary): (record: object, viewer: Viewer) => Answer {
  const pick = objectPicker(recordSchema({ schema }));
  const restricted = Object.entries(schema.properties).flatMap(([name, { 'x-visible-to': roles }]) =>
    roles ? [{ name, roles }] : [],
  );
  return (record, viewer) => {
    const answer = pick(record);
    for (const { name, roles } of restricted) if (!hasRole(viewer, ...roles)) delete answer[name];
    return answer;
  };
}
