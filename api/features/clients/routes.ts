import type { FastifyInstance } from 'fastify';
import { duplicateReasons } from '#schemas/clients/duplicates.ts';
import { type ClientMergeRequest, mergedProperties } from '#schemas/clients/overview.ts';
import type { Client } from '#schemas/generated/types.ts';
import { signedIn } from '../../engine/access/signed-in.ts';
import { allowedFilter, type Viewer } from '../../engine/access/viewer.ts';
import { defaultLimit, listParameterTable, maxPageSize } from '../../engine/resource/lists/parameters.ts';
import { createRecord, readRecord } from '../../engine/resource/records/records.ts';
import { documentationOf } from '../../engine/resource/routes/documentation.ts';
import { ifMatchRevision } from '../../engine/resource/routes/routes.ts';
import { toResponse } from '../../engine/resource/rules/serializer.ts';
import { createBody, idParams } from '../../engine/resource/schemas/body-schema.ts';
import { type Documentation, schemaRef } from '../../engine/resource/schemas/documentation.ts';
import { idShape, listOf, objectOf } from '../../engine/resource/schemas/shapes.ts';
import { resource } from '../../engine/store/model.ts';
import { storeOf } from '../../engine/store/store.ts';
import { invalidRequest, type Problem } from '../../platform/errors/catalogue.ts';
import { entities } from '../entities/entities.ts';
import { clients, clientsOfChannel } from './clients.ts';
import { duplicateGroups, duplicatesOf, type PageOfGroups, type TypedClient } from './duplicates.ts';
import { dismissPairs, mergeClients, previewMerge } from './merge.ts';
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
  operationId: 'previewClientMerge',
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

/** All pairs of a group of 20 clients. */
const pairs = {
  type: 'array',
  minItems: 1,
  maxItems: 190,
  items: { type: 'array', minItems: 2, maxItems: 2, items: idShape },
};

const dismissalBody = {
  type: 'object',
  properties: {
    pairs: { ...pairs, description: 'Pairs of clients, each by their ids.' },
    dismissed: { type: 'boolean', description: 'False to list the pairs as likely duplicates again.' },
  },
  required: ['pairs', 'dismissed'],
  additionalProperties: false,
};

const dismissalDocumentation: Documentation = {
  tag: resource('Client').path,
  summary: 'Mark pairs of Clients as no duplicates',
  operationId: 'dismissClientDuplicates',
  description:
    'The groups of likely duplicates leave out dismissed pairs, also after a client was renamed or merged into another one. Needs the rights to update and delete each client. Returns the pairs that were changed.',
  answer: objectOf({ pairs: { type: 'array', items: { type: 'array', items: { type: 'string' } } } }),
  errors: ['MISSING_ABILITY', 'MISSING_PERMISSION', 'RESOURCE_NOT_FOUND'],
};

interface ById {
  Params: { id: string };
}

/** Merges two clients, with a preview and an undo, or marks them as no duplicates. */
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
  app.put<{ Body: { pairs: string[][]; dismissed: boolean } }>(
    '/api/clients/duplicates/dismissals',
    { schema: { body: dismissalBody }, config: { documentation: dismissalDocumentation } },
    async (request) => ({ pairs: await dismissPairs({ viewer: signedIn(request), ...request.body }) }),
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

const typedText = (description: string) => ({ type: 'string', maxLength: 500, description });
const typedProperties = {
  name: typedText('Finds similar names.'),
  phoneNumber: typedText('Finds the same number, however it is written.'),
  website: typedText('Finds the same host.'),
  email: typedText('Finds the same address.'),
  client: {
    ...idShape,
    description: 'An existing client with these properties: neither it nor its dismissed ones are found.',
  },
};

const pageParameters = ['page', 'limit'] as const;

interface GroupsQuery {
  page?: string;
  limit?: string;
  dismissed?: 'true' | 'false';
}

/** Parses the parameters of a page. Throws REQUEST_SCHEMA_INVALID. */
function pageOf(query: GroupsQuery): PageOfGroups {
  const problems: Problem[] = [];
  const [page = 1, limit = defaultLimit] = pageParameters.map((name) => {
    const { read, errorMessage } = listParameterTable[name];
    const value = query[name];
    const number = value === undefined ? undefined : read(value, 'page');
    if (value !== undefined && number === undefined) problems.push({ path: `/${name}`, value, message: errorMessage });
    return number;
  });
  if (problems.length > 0) throw invalidRequest('querystring', problems);
  return { page, limit, isDismissed: query.dismissed === 'true' };
}

/** The clients that may be the one that is being typed, and the groups of clients that may be the same business. */
export async function clientDuplicatesRoute(app: FastifyInstance): Promise<void> {
  app.get<{ Querystring: TypedClient }>(
    '/api/clients/duplicates',
    {
      schema: { querystring: { type: 'object', properties: typedProperties, additionalProperties: false } },
      config: { documentation: duplicatesDocumentation },
    },
    async (request) => await duplicatesOf(signedIn(request), request.query),
  );
  const texts = Object.fromEntries(pageParameters.map((name) => [name, { type: 'string', maxLength: 20 }]));
  const querystring = { type: 'object', properties: { ...texts, dismissed }, additionalProperties: false };
  app.get<{ Querystring: GroupsQuery }>(
    '/api/clients/duplicates/groups',
    { schema: { querystring }, config: { documentation: groupsDocumentation, isHeavy: () => true } },
    async (request) => await duplicateGroups(signedIn(request), pageOf(request.query)),
  );
}

const dismissed = { type: 'string', enum: ['true', 'false'] };
const text = { type: 'string' };
const integer = { type: 'integer' };

const possibleDuplicates = listOf({
  id: idShape,
  name: text,
  businessAddress: objectOf({ street: text, city: text }),
  orders: integer,
  reasons: { type: 'array', items: { type: 'string', enum: [...duplicateReasons] } },
});

const duplicatesDocumentation = {
  tag: resource('Client').path,
  summary: 'Find likely duplicates of a Client',
  description:
    'Returns up to five clients that the caller can read and that may be the business with these properties, with the reasons and the number of their orders.',
  query: typedProperties,
  answer: possibleDuplicates,
  errors: ['MISSING_ABILITY' as const],
};

const groupsDocumentation = {
  tag: resource('Client').path,
  summary: 'List groups of Clients that may be the same business',
  description:
    'Returns groups of clients that the caller can read and that have the same phone number, website or e-mail address or similar names; those with most reasons first. Values that more than 10 clients share are not compared, and a group has at most 20 clients. Pairs that were dismissed are left out, or are the only ones with `dismissed`. The first 50,000 clients by name and 5,000 shared values are searched; `isPartial` says that there are more.',
  query: {
    dismissed: { ...dismissed, description: 'Lists the dismissed groups instead.' },
    page: { type: 'integer', minimum: 1, default: 1 },
    limit: { type: 'integer', minimum: 1, maximum: maxPageSize.page, default: defaultLimit },
  },
  answer: objectOf({
    pagination: objectOf({ page: integer, limit: integer, total: integer }),
    results: listOf({ clients: possibleDuplicates }),
    isPartial: { type: 'boolean' },
  }),
  errors: ['MISSING_ABILITY' as const],
};
