import type { FastifyInstance } from 'fastify';
import { type ClientMergeRequest, mergedProperties } from '#schemas/clients/overview.ts';
import type { Client } from '#schemas/generated/types.ts';
import { signedIn } from '../../engine/access/signed-in.ts';
import { allowedFilter, type Viewer } from '../../engine/access/viewer.ts';
import { createRecord, readRecord } from '../../engine/resource/records/records.ts';
import { documentationOf } from '../../engine/resource/routes/documentation.ts';
import { ifMatchRevision } from '../../engine/resource/routes/routes.ts';
import { toResponse } from '../../engine/resource/rules/serializer.ts';
import { createBody, idParams } from '../../engine/resource/schemas/body-schema.ts';
import { type Documentation, schemaRef } from '../../engine/resource/schemas/documentation.ts';
import { idShape, listOf, objectOf } from '../../engine/resource/schemas/shapes.ts';
import { resource } from '../../engine/store/model.ts';
import { storeOf } from '../../engine/store/store.ts';
import { entities } from '../entities/entities.ts';
import { clients, clientsOfChannel } from './clients.ts';
import { mergeClients, previewMerge } from './merge.ts';
import { undoMerge } from './undo-merge.ts';

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

const other = { ...idShape, description: 'The client that is merged into this one and then deleted.' };

const mergeBody = {
  type: 'object',
  properties: {
    other,
    otherRevision: { type: 'integer', minimum: 1, description: 'The revision of the other client that was seen.' },
    take: {
      type: 'array',
      uniqueItems: true,
      items: { type: 'string', enum: mergedProperties(resource('Client')).map(({ name }) => name) },
      description:
        'The properties whose values are those of the other client; `treeScope` stands for its place in the tree. All others keep the values of this client.',
    },
  },
  required: ['other', 'otherRevision', 'take'],
  additionalProperties: false,
};

const mergeErrors: Documentation['errors'] = [
  'MISSING_ABILITY',
  'MISSING_PERMISSION',
  'RESOURCE_NOT_FOUND',
  'REQUEST_DENIED',
  'RESOURCE_CONFLICT',
  'RESOURCE_INOPERABLE',
  'DATABASE_VALIDATION_ERROR',
];

const previewed: Documentation = {
  tag: resource('Client').path,
  summary: 'Preview the merge of a Client',
  description:
    'Counts the records that a merge of this client into another one would move, by type, and the files of its orders.',
  answer: objectOf({
    moves: listOf({ type: { type: 'string' }, count: { type: 'integer' } }),
    files: { type: 'integer' },
  }),
  errors: mergeErrors,
};

const mergedDocumentation: Documentation = {
  tag: resource('Client').path,
  summary: 'Merge another Client into a Client',
  description:
    'Moves everything that refers to the other client to this one, takes the chosen values, leaves one entity in the tree, and deletes the other client, in one transaction. Needs the rights to update and delete both. Can be undone for 30 days. Returns the ClientMerge.',
  answer: schemaRef('ClientMerge'),
  errors: mergeErrors,
};

const undone: Documentation = {
  tag: resource('Client').path,
  summary: 'Undo the merge of a Client',
  description:
    'Restores the merged client and moves its records back, for 30 days and the latest merge first. Later changes stay, and so do records that were created on the remaining client.',
  answer: schemaRef('ClientMerge'),
  errors: mergeErrors,
};

interface ById {
  Params: { id: string };
}

/** Merges two clients, with a preview and an undo. */
export async function clientMergeRoutes(app: FastifyInstance): Promise<void> {
  const merges = resource('ClientMerge');
  app.get<ById>(
    '/api/clients/:id/merge',
    { schema: { params: idParams('id') }, config: { documentation: previewed, isHeavy: () => true } },
    async (request) => await previewMerge(signedIn(request), request.params.id),
  );
  app.post<ById & { Body: ClientMergeRequest }>(
    '/api/clients/:id/merge',
    { schema: { params: idParams('id'), body: mergeBody }, config: { documentation: mergedDocumentation } },
    async (request) => {
      const viewer = signedIn(request);
      const { id } = request.params;
      const merge = await mergeClients({ viewer, id, revision: ifMatchRevision(request), ...request.body });
      return toResponse(merges, merge, viewer);
    },
  );
  app.post<{ Params: { id: string; mergeId: string } }>(
    '/api/clients/:id/merges/:mergeId/undo',
    { schema: { params: idParams('id', 'mergeId') }, config: { documentation: undone } },
    async (request) => {
      const viewer = signedIn(request);
      return toResponse(merges, await undoMerge({ viewer, ...request.params }), viewer);
    },
  );
}
