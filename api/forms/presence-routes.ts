import type { FastifyInstance } from 'fastify';
import { signedIn } from '../access/signed-in.ts';
import { idPattern } from '../errors/schema-messages.ts';
import { idParams } from '../resource/schemas/body-schema.ts';
import type { Documentation } from '../resource/schemas/documentation.ts';
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
      description: 'Who else has it open, ten at most.',
      items: {
        type: 'object',
        properties: { id: { type: 'string', pattern: idPattern }, name: { type: 'string' } },
        required: ['id', 'name'],
        additionalProperties: false,
      },
    },
    draft: {
      type: ['integer', 'null'],
      description: 'The revision of the draft of the form; null where there is none.',
    },
  },
  required: ['others', 'draft'],
  additionalProperties: false,
};

/** OpenAPI documentation of the presence routes. */
const documented = {
  there: {
    ...shared,
    summary: 'Say that one has a Form open, and hear who else has',
    description: 'For who may change the form. It counts for 90 seconds, so it is said again while the form is open.',
    answer: around,
  },
  gone: {
    ...shared,
    summary: 'Say that one has a Form open no more',
    answer: { type: 'object', additionalProperties: false },
  },
} satisfies Record<string, Documentation>;
