import type { FastifyInstance } from 'fastify';
import type { Client } from '#schemas/generated/types.ts';
import { signedIn } from '../../engine/access/signed-in.ts';
import { allowedFilter, type Viewer } from '../../engine/access/viewer.ts';
import { createRecord, readRecord } from '../../engine/resource/records/records.ts';
import { documentationOf } from '../../engine/resource/routes/documentation.ts';
import { toResponse } from '../../engine/resource/rules/serializer.ts';
import { createBody, idParams } from '../../engine/resource/schemas/body-schema.ts';
import type { Documentation } from '../../engine/resource/schemas/documentation.ts';
import { listOf } from '../../engine/resource/schemas/shapes.ts';
import { resource } from '../../engine/store/model.ts';
import { storeOf } from '../../engine/store/store.ts';
import { entities } from '../entities/entities.ts';
import { clients, clientsOfChannel } from './clients.ts';

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

/**
 * Returns at most this many, those with the most clients first; industry is free text, so the list could be as long as
 * the list of clients.
 */
const maxIndustries = 100;

const channel = { type: 'string', maxLength: 200 };

/** GET /api/clients/industries: filter values for lists of clients. */
export async function clientIndustriesRoute(app: FastifyInstance): Promise<void> {
  app.get<{ Querystring: { channel?: string } }>(
    '/api/clients/industries',
    {
      schema: { querystring: { type: 'object', properties: { channel }, additionalProperties: false } },
      config: { documentation, isHeavy: () => true },
    },
    async (request) => await industriesFor(signedIn(request), request.query.channel),
  );
}

/** Returns the industries of clients that the viewer may read, sorted by name. */
async function industriesFor(
  viewer: Viewer,
  named: string | undefined,
): Promise<{ industry: string; count: number }[]> {
  const $and = [allowedFilter(viewer, 'read', 'Client'), named ? await clientsOfChannel(named) : {}];
  const groups = await storeOf('Client').aggregate({ $and }, [
    { $group: { _id: '$industry', count: { $sum: 1 } } },
    { $sort: { count: -1, _id: 1 } },
    { $limit: maxIndustries },
  ]);
  const found = groups.map(({ _id, count }) => ({ industry: String(_id), count: Number(count) }));
  return found.toSorted((one, other) => one.industry.localeCompare(other.industry));
}

const documentation = {
  tag: resource('Client').path,
  summary: 'List the industries of clients',
  description:
    'Returns the industries of the clients that the caller can read, with the number of clients: the 100 most frequent ones, sorted by name. To list the clients of an industry, pass it as both `industry.from` and `industry.to`, since names can contain commas.',
  query: { channel: { ...channel, description: 'The id or slug of a channel: clients in the tree of its entity.' } },
  answer: listOf({ industry: { type: 'string' }, count: { type: 'integer' } }),
  errors: ['MISSING_ABILITY' as const],
};
