import type { FastifyInstance } from 'fastify';
import { signedIn } from '../../engine/access/signed-in.ts';
import { allowedFilter, type Viewer } from '../../engine/access/viewer.ts';
import { listOf } from '../../engine/resource/schemas/shapes.ts';
import { resource } from '../../engine/store/model.ts';
import { storeOf } from '../../engine/store/store.ts';
import { clientsOfChannel } from './clients.ts';

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
