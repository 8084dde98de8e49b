import type { ResourceVocabulary } from '#schemas/generated/vocabulary.ts';
import type { Resource } from '#schemas/resource/resource.ts';
import { hasRole, type Viewer } from '../../access/viewer.ts';
import { objectPicker } from '../schemas/picker.ts';
import { recordSchema } from '../schemas/record-schema.ts';

type Answer = Record<string, unknown>;

/** What a record answers of itself, by its schema: it is made once. */
const answers = new WeakMap<ResourceVocabulary, (record: object, viewer: Viewer) => Answer>();

/** A record as this viewer gets it: what its schema says is answered (`recordSchema`), without the fields for other roles. */
export function answerOf(resource: Pick<Resource, 'schema'>, record: object, viewer: Viewer): Answer {
  const { schema } = resource;
  const answer = answers.get(schema) ?? answering(schema);
  answers.set(schema, answer);
  return answer(record, viewer);
}

function answering(schema: ResourceVocabulary): (record: object, viewer: Viewer) => Answer {
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
