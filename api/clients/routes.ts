import type { FastifyInstance } from 'fastify';
import type { Client } from '#schemas/generated/types.ts';
import { signedIn } from '../access/signed-in.ts';
import { entities } from '../entities/entities.ts';
import { createRecord, readRecord } from '../resource/records/service.ts';
import { documentationOf } from '../resource/routes/documentation.ts';
import { toResponse } from '../resource/rules/serializer.ts';
import { createBody, idParams } from '../resource/schemas/body-schema.ts';
import type { Documentation } from '../resource/schemas/documentation.ts';
import { resource } from '../store/model.ts';
import { clients } from './clients.ts';

const makeClient: Documentation = {
  ...documentationOf(resource('Client'), 'create'),
  summary: 'Create a Client below an Entity',
  errors: [
    'MISSING_ABILITY',
    'MISSING_PERMISSION',
    'RESOURCE_NOT_FOUND',
    'RESOURCE_CONFLICT',
    'DATABASE_VALIDATION_ERROR',
  ],
};

/** Creates a client below an entity (spec 7). */
export async function clientRoutes(app: FastifyInstance): Promise<void> {
  app.post<{ Params: { id: string }; Body: Partial<Client> }>(
    '/api/entities/:id/clients',
    {
      schema: { params: idParams('id'), body: createBody(resource('Client')) },
      config: { documentation: makeClient },
    },
    async (request, reply) => {
      const viewer = signedIn(request);
      const parent = await readRecord({ name: 'Entity', declaration: entities, viewer }, request.params.id);
      const client = await createRecord({ name: 'Client', declaration: clients(parent), viewer }, request.body);
      return reply
        .code(201)
        .header('ETag', `"${client.revision}"`)
        .send(toResponse(resource('Client'), client, viewer));
    },
  );
}
