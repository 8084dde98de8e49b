import type { FastifyInstance } from 'fastify';
import { openRanges } from '#schemas/resource/indexes.ts';
import type { SearchResults } from '#schemas/searching/search-results.ts';
import { conditionOf } from '../../engine/access/ability.ts';
import { signedIn } from '../../engine/access/signed-in.ts';
import type { Viewer } from '../../engine/access/viewer.ts';
import { similarQuery } from '../../engine/resource/lists/list.ts';
import { idShape as id, listOf, objectOf } from '../../engine/resource/schemas/shapes.ts';
import { resource } from '../../engine/store/model.ts';
import { searchFilter } from '../../engine/store/search.ts';
import { type Filter, storeOf } from '../../engine/store/store.ts';

/** Maximum number of results per type; users refine the query to see others. */
const maxResults = 6;

/**
 * Global search for clients and orders by word prefixes: one query each, and one for the client names of the orders. A
 * search that finds nothing has a spelling suggestion.
 */
async function searchRecords(viewer: Viewer, words: string): Promise<SearchResults> {
  const search = searchFilter(words);
  const within = (type: 'Client' | 'Order'): Filter | null => {
    const readable = conditionOf(viewer.ability, 'read', type);
    return readable && { $and: [readable, search].filter((each) => Object.keys(each).length > 0) };
  };
  const [clients, orders] = await Promise.all([clientsOf(within('Client')), ordersOf(within('Order'))]);
  const suggestion = clients.length + orders.length === 0 ? await suggestionFor(viewer, words) : undefined;
  const names = await namesOf(
    viewer,
    orders.flatMap(({ client }) => client ?? []),
  );
  return {
    clients,
    orders: orders.map((order) => ({ ...order, client: names.get(order.client ?? '') ?? null })),
    ...(suggestion === undefined ? {} : { suggestion }),
  };
}

/** A similar query that finds a client, or else an order. */
async function suggestionFor(viewer: Viewer, question: string): Promise<string | undefined> {
  for (const type of ['Client', 'Order'] as const) {
    const readable = conditionOf(viewer.ability, 'read', type);
    const suggestion = readable && (await similarQuery(type, { question, readable }));
    if (suggestion) return suggestion;
  }
  return undefined;
}

async function clientsOf(filter: Filter | null): Promise<SearchResults['clients']> {
  if (!filter) return [];
  const only = ['name', 'businessName', 'businessAddress'];
  const found = await storeOf('Client').find({ filter, sort: ['name'], limit: maxResults, only });
  return found.map(({ id, name, businessName, businessAddress: { city } }) => ({ id, name, businessName, city }));
}

async function ordersOf(filter: Filter | null): Promise<SearchResults['orders']> {
  if (!filter) return [];
  const only = ['refCode', 'campaign', 'status', 'channelId', 'client'];
  // With the ranges, an index yields the newest orders first, and a frequent word needs no sort of all its matches.
  const $and = [filter, ...openRanges(resource('Order'), [])];
  const found = await storeOf('Order').find({ filter: { $and }, sort: ['-updatedAt'], limit: maxResults, only });
  return found.map(({ id, refCode, campaign, status, channelId, client }) => {
    return { id, refCode, campaign: campaign ?? null, status, channelId, client };
  });
}

async function namesOf(viewer: Viewer, ids: string[]): Promise<Map<string, string>> {
  const readable = conditionOf(viewer.ability, 'read', 'Client');
  if (!readable || ids.length === 0) return new Map();
  const filter = { $and: [{ _id: { $in: ids } }, readable] };
  const clients = await storeOf('Client').find({ filter, only: ['name'] });
  return new Map(clients.map(({ id, name }) => [id, name]));
}

const querystring = {
  type: 'object',
  properties: { search: { type: 'string', minLength: 1, maxLength: 200 } },
  required: ['search'],
  additionalProperties: false,
};

/** GET /api/search: global search for clients and orders by name or reference. */
export async function searchRoute(app: FastifyInstance): Promise<void> {
  app.get<{ Querystring: { search: string } }>(
    '/api/search',
    { schema: { querystring }, config: { documentation } },
    async (request) => await searchRecords(signedIn(request), request.query.search),
  );
}

const text = { type: 'string' };

const documentation = {
  tag: 'orders',
  summary: 'Search clients and orders',
  operationId: 'search',
  description:
    'Returns the first matches that the caller can read. The words of `search` match the beginnings of words: in the names of clients, and in the reference, client, person and form column texts of the latest orders.',
  query: { search: { ...text, minLength: 1, maxLength: 200, required: true } },
  answer: objectOf({
    clients: listOf({ id, name: text, businessName: text, city: text }),
    orders: listOf({
      id,
      refCode: text,
      campaign: { type: ['string', 'null'] },
      status: { type: 'string', enum: resource('Order').schema.properties.status?.enum ?? [] },
      channelId: id,
      client: { type: ['string', 'null'], description: 'The name of the client, if the caller can read it.' },
    }),
    suggestion: { ...text, description: 'A similar query that finds something, when the search finds nothing.' },
  }),
  errors: [],
};
