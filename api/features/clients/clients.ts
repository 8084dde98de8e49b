import type { FastifyInstance } from 'fastify';
import mongoose from 'mongoose';
import type { Client, Entity } from '#schemas/generated/types.ts';
import { signedIn } from '../../engine/access/signed-in.ts';
import { allowedFilter, type Viewer } from '../../engine/access/viewer.ts';
import { createRecord, readRecord } from '../../engine/resource/records/records.ts';
import { documentationOf } from '../../engine/resource/routes/documentation.ts';
import type { ResourceHooks } from '../../engine/resource/rules/declaration.ts';
import { toResponse } from '../../engine/resource/rules/serializer.ts';
import { createBody, idParams } from '../../engine/resource/schemas/body-schema.ts';
import type { Documentation } from '../../engine/resource/schemas/documentation.ts';
import { listOf } from '../../engine/resource/schemas/shapes.ts';
import { resource } from '../../engine/store/model.ts';
import { type Filter, storeOf } from '../../engine/store/store.ts';
import { ApiError, notFound } from '../../platform/errors/catalogue.ts';
import { lockOrganization } from '../entities/client-entity.ts';
import { entities } from '../entities/entities.ts';

/**
 * Client hooks. A client is in the entity tree as an entity of subType `client` below its organization; both are
 * created in one transaction (design 4). `below` is the entity chosen by the caller.
 */
export function clients(below?: Entity): ResourceHooks<Client> {
  return {
    queryKeys: {
      channel: {
        description: 'The id or slug of a channel: clients in the tree of its entity.',
        condition: clientsOfChannel,
      },
    },
    async beforeWrite({ viewer, changes, current }) {
      if (current) return changes;
      const place = below ?? (await onlyEntityOf(viewer));
      const parent = place && (await lockOrganization(place.id));
      // Deleted meanwhile: fail instead of silently placing the client elsewhere.
      if (place && !parent) throw notFound('Entity', place.id);
      return {
        ...changes,
        treeScope: parent ? [new mongoose.Types.ObjectId().toHexString(), ...parent.treeScope] : [],
      };
    },
    async afterWrite(record, { current }) {
      const [id, parent] = record.treeScope;
      if (!current && id && parent) {
        await storeOf('Entity').insert({
          id,
          name: record.name,
          parent,
          subType: 'client',
          client: record.id,
          treeScope: record.treeScope,
        });
      }
      if (current && current.name !== record.name)
        await storeOf('Entity').update({ client: record.id }, { name: record.name });
    },
    dependents: [{ name: 'Entity', field: 'client', declaration: entities }],
  };
}

/** Default entity for a new client: the caller's only one. An ADMIN's client may stay outside the tree. */
async function onlyEntityOf({ rights, user }: Viewer): Promise<Entity | null> {
  const filter = { treeScope: { $in: rights.entities }, subType: 'abstract' };
  const [only, ...others] = await storeOf('Entity').find({ filter, limit: 2 });
  if (only && others.length === 0) return only;
  if (user.roles.includes('ADMIN')) return null;
  throw new ApiError('REQUEST_DENIED', {
    reason: 'Choose the entity that the client belongs to: POST /api/entities/{id}/clients',
  });
}

/** Query key `channel`: clients in the tree of the channel's entity; the channel is named by slug or id (design 3). */
async function clientsOfChannel(value: string): Promise<Filter> {
  const channel = await storeOf('Channel').findOne(/^[0-9a-f]{24}$/.test(value) ? { _id: value } : { slug: value });
  return channel ? { treeScope: channel.entityId } : { _id: { $in: [] } };
}

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
