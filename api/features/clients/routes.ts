import type { FastifyInstance } from 'fastify';
import type { Client } from '#schemas/generated/types.ts';
import { signedIn } from '../../engine/access/signed-in.ts';
import { createRecord, readRecord } from '../../engine/resource/records/records.ts';
import { documentationOf } from '../../engine/resource/routes/documentation.ts';
import { toResponse } from '../../engine/resource/rules/serializer.ts';
import { createBody, idParams } from '../../engine/resource/schemas/body-schema.ts';
import type { Documentation } from '../../engine/resource/schemas/documentation.ts';
import { resource } from '../../engine/store/model.ts';
import { entities } from '../entities/entities.ts';
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
