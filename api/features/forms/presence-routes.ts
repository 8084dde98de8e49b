import type { FastifyInstance } from 'fastify';
import { signedIn } from '../../engine/access/signed-in.ts';
import { idParams } from '../../engine/resource/schemas/body-schema.ts';
import type { Documentation } from '../../engine/resource/schemas/documentation.ts';
import { idPattern } from '../../platform/errors/schema-messages.ts';
import { endPresence, recordPresence } from './presence.ts';

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

const around = {
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
    description:
      'Requires permission to update the form. Expires after 90 seconds; repeat the request while the form is open.',
    answer: around,
  },
  gone: {
    ...shared,
    summary: 'Report that you have closed a Form',
    answer: { type: 'object', additionalProperties: false },
  },
} satisfies Record<string, Documentation>;
