import type { FastifyInstance } from 'fastify';
import type { Form, User } from '#schemas/generated/types.ts';
import { signedIn } from '../../engine/access/signed-in.ts';
import type { Viewer } from '../../engine/access/viewer.ts';
import { idParams } from '../../engine/resource/schemas/body-schema.ts';
import type { Documentation } from '../../engine/resource/schemas/documentation.ts';
import { storeOf } from '../../engine/store/store.ts';
import { fromNow, now } from '../../platform/clock/clock.ts';
import { idPattern } from '../../platform/errors/schema-messages.ts';
import { loadEditableForm } from './draft.ts';

const url = '/api/forms/:id/presence';
type Address = { Params: { id: string } };

/** PUT and DELETE /api/forms/{id}/presence: presence indicator for authors editing the same form. */
export async function presenceRoutes(app: FastifyInstance): Promise<void> {
  const schema = { params: idParams('id') };

  app.put<Address>(url, { schema, config: { documentation: documented.there } }, (request) =>
    recordPresence(signedIn(request), request.params.id),
  );

  app.delete<Address>(url, { schema, config: { documentation: documented.gone } }, async (request) => {
    await endPresence(signedIn(request), request.params.id);
    return {};
  });
}

const shared = {
  tag: 'forms',
  errors: ['MISSING_ABILITY', 'MISSING_PERMISSION', 'RESOURCE_NOT_FOUND'],
} satisfies Partial<Documentation>;

const presenceSchema = {
  type: 'object',
  properties: {
    others: {
      type: 'array',
      description: 'Other users who have the form open, at most ten.',
      items: {
        type: 'object',
        properties: { id: { type: 'string', pattern: idPattern }, name: { type: 'string' } },
        required: ['id', 'name'],
        additionalProperties: false,
      },
    },
    draft: {
      type: ['integer', 'null'],
      description: 'The revision of the draft of the form; null without a draft.',
    },
  },
  required: ['others', 'draft'],
  additionalProperties: false,
};

/** OpenAPI documentation of the presence routes. */
const documented = {
  there: {
    ...shared,
    summary: 'Report that you have a Form open, and list the other users who have',
    operationId: 'reportFormPresence',
    description:
      'Requires permission to update the form. Expires after 90 seconds; repeat the request while the form is open.',
    answer: presenceSchema,
  },
  gone: {
    ...shared,
    summary: 'Report that you have closed a Form',
    operationId: 'endFormPresence',
    answer: { type: 'object', additionalProperties: false },
  },
} satisfies Record<string, Documentation>;

/**
 * Presence expires after this without a heartbeat, in milliseconds; background tabs may run timers only once a minute.
 */
const lifetime = 90_000;
/** Maximum number of other authors returned. */
const maxOthers = 10;

/** Response to a heartbeat: other authors of the form, and the revision of its draft, if any. */
interface FormPresenceState {
  others: Pick<User, 'id' | 'name'>[];
  draft: number | null;
}

/**
 * Records a heartbeat of the viewer's presence on a form. Throws like reading the draft if the viewer may not change
 * the form.
 */
async function recordPresence(viewer: Viewer, id: string): Promise<FormPresenceState> {
  const form = await loadEditableForm(viewer, id);
  await storeOf('FormPresence').upsert({ form: id, user: viewer.user.id }, { $set: { expires: fromNow(lifetime) } });
  return otherAuthors(viewer, form);
}

/** Ends the viewer's presence on a form. */
async function endPresence(viewer: Viewer, id: string): Promise<void> {
  await loadEditableForm(viewer, id);
  await storeOf('FormPresence').deleteMany({ form: id, user: viewer.user.id });
}

async function otherAuthors(viewer: Viewer, { id: form }: Form): Promise<FormPresenceState> {
  const others = { form, user: { $ne: viewer.user.id }, expires: { $gt: now() } };
  const [presences, drafts] = await Promise.all([
    storeOf('FormPresence').find({ filter: others, limit: maxOthers }),
    storeOf('FormDraft').find({ filter: { form }, only: ['revision'] }),
  ]);
  const ids = presences.map(({ user }) => user);
  const users = await storeOf('User').find({ filter: { _id: { $in: ids } }, sort: ['name'], only: ['name'] });
  return { others: users.map(({ id, name }) => ({ id, name })), draft: drafts[0]?.revision ?? null };
}
