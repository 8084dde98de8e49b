import type { FastifyInstance } from 'fastify';
import { isEqual } from '#schemas/forms/is-equal.ts';
import { signedIn } from '../../engine/access/signed-in.ts';
import { loadReadable } from '../../engine/access/viewer.ts';
import { updateRecord } from '../../engine/resource/records/records.ts';
import { documentationOf } from '../../engine/resource/routes/documentation.ts';
import { ifMatchRevision } from '../../engine/resource/routes/routes.ts';
import { toResponse } from '../../engine/resource/rules/serializer.ts';
import type { Documentation } from '../../engine/resource/schemas/documentation.ts';
import { resource } from '../../engine/store/model.ts';
import { storeOf } from '../../engine/store/store.ts';
import { notFound } from '../../platform/errors/catalogue.ts';
import { idPattern } from '../../platform/errors/schema-messages.ts';
import { forms } from './forms.ts';

const params = {
  type: 'object',
  properties: { id: { type: 'string', pattern: idPattern }, number: { type: 'string', pattern: '^[1-9][0-9]{0,8}$' } },
  required: ['id', 'number'],
};

/**
 * POST /api/forms/{id}/versions/{n}/publish: republishes an earlier version as the newest one, with a new number
 * (designs 3 and 7).
 */
export async function publishRoutes(app: FastifyInstance): Promise<void> {
  app.post<{ Params: { id: string; number: string } }>(
    '/api/forms/:id/versions/:number/publish',
    { schema: { params }, config: { documentation } },
    async (request, reply) => {
      const viewer = signedIn(request);
      const [id, number] = [request.params.id, Number(request.params.number)];
      const form = await loadReadable(viewer, 'Form', id);
      const version = await storeOf('FormVersion').findOne({ form: id, number });
      if (!version) throw notFound('FormVersion', String(number));
      const { formSchema, redReason } = version;
      // A version older than examples takes the current ones; failing ones do not prevent the rollback.
      const examples = version.examples.length > 0 ? version.examples : form.examples;
      // If the schema is already published, keep its note too.
      const note = isEqual(formSchema, form.formSchema) ? {} : { note: `Version ${number} again` };
      const published = await updateRecord(
        { name: 'Form', declaration: forms, viewer },
        {
          id,
          revision: ifMatchRevision(request) ?? form.revision,
          changes: { formSchema, examples, redReason: redReason || `Version ${number} again`, ...note },
        },
      );
      return reply.header('ETag', `"${published.revision}"`).send(toResponse(resource('Form'), published, viewer));
    },
  );
}

const documentation: Documentation = {
  ...documentationOf(resource('Form'), 'update'),
  summary: 'Republish an earlier version of a Form',
  description: 'Creates a new version with its content. Existing orders stay on the form version that they use.',
};
