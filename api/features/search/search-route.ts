import type { FastifyInstance } from 'fastify';
import { signedIn } from '../../engine/access/signed-in.ts';
import { idShape as id, listOf, objectOf } from '../../engine/resource/schemas/shapes.ts';
import { resource } from '../../engine/store/model.ts';
import { searchRecords } from './global-search.ts';

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
  }),
  errors: [],
};
