import type { FastifyInstance } from 'fastify';
import {
  type DuplicateReason,
  duplicateReasons,
  duplicateSearchText,
  isPossibleDuplicate,
  type PossibleDuplicate,
} from '#schemas/clients/duplicates.ts';
import type { Client } from '#schemas/generated/types.ts';
import { conditionOf } from '../../engine/access/ability.ts';
import { signedIn } from '../../engine/access/signed-in.ts';
import { allowedFilter, type Viewer } from '../../engine/access/viewer.ts';
import { idShape as id, listOf, objectOf } from '../../engine/resource/schemas/shapes.ts';
import { resource } from '../../engine/store/model.ts';
import { hostOf, hostWord, phoneWord, searchFilter, wordFilter } from '../../engine/store/search.ts';
import { type Filter, storeOf } from '../../engine/store/store.ts';

/** The properties of a client that is being typed. */
type TypedClient = Partial<Pick<Client, 'name' | 'phoneNumber' | 'website' | 'email'>>;

/** Limits: clients with the same beginning of the name that are compared, and returned ones. */
const maxCompared = 100;
const maxReturned = 5;

/** Sites where many businesses have a page: the same host does not make the same business. */
const sharedHosts = new Set([
  'facebook.com',
  'instagram.com',
  'linkedin.com',
  'yelp.com',
  'google.com',
  'sites.google.com',
]);

interface Lookup {
  filter: Filter;
  isMatch: (client: Client) => boolean;
}

/** How each property that is typed finds clients: by the index of search words, then exactly. */
function lookupsOf({
  name = '',
  phoneNumber = '',
  website = '',
  email = '',
}: TypedClient): [DuplicateReason, Lookup][] {
  const search = duplicateSearchText(name);
  const digits = phoneWord(phoneNumber);
  const host = hostOf(website);
  const address = email.trim().toLowerCase();
  const lookups: Record<DuplicateReason, Lookup | null> = {
    phone:
      digits === undefined
        ? null
        : { filter: { searchKeys: digits }, isMatch: (client) => phoneWord(client.phoneNumber) === digits },
    website:
      host === undefined || sharedHosts.has(host)
        ? null
        : { filter: { searchKeys: hostWord(host) }, isMatch: (client) => hostOf(client.website) === host },
    email: address.includes('@')
      ? { filter: wordFilter(address), isMatch: (client) => client.email?.toLowerCase() === address }
      : null,
    name: search
      ? {
          filter: searchFilter(search),
          isMatch: (client) => isPossibleDuplicate(name, [client.name, client.businessName]),
        }
      : null,
  };
  return duplicateReasons.flatMap((reason) => (lookups[reason] ? [[reason, lookups[reason]]] : []));
}

/** Returns readable clients that may be the business that is being typed; those with the most reasons first. */
async function duplicatesOf(viewer: Viewer, typed: TypedClient): Promise<PossibleDuplicate[]> {
  const readable = allowedFilter(viewer, 'read', 'Client');
  const lookups = lookupsOf(typed);
  const only = ['name', 'businessName', 'businessAddress', 'phoneNumber', 'website', 'email'];
  const found = await Promise.all(
    lookups.map(([, { filter }]) =>
      storeOf('Client').find({ filter: { $and: [readable, filter] }, sort: ['name'], limit: maxCompared, only }),
    ),
  );
  const clients = [...new Map(found.flat().map((client) => [client.id, client])).values()]
    .map((client) => ({
      client,
      reasons: lookups.flatMap(([reason, { isMatch }]) => (isMatch(client) ? [reason] : [])),
    }))
    .filter(({ reasons }) => reasons.length > 0)
    .toSorted((one, other) => other.reasons.length - one.reasons.length)
    .slice(0, maxReturned);
  const counts = await orderCounts(
    viewer,
    clients.map(({ client }) => client.id),
  );
  return clients.map(({ client: { id: clientId, name, businessAddress }, reasons }) => ({
    id: clientId,
    name,
    businessAddress: { street: businessAddress.street, city: businessAddress.city },
    orders: counts.get(clientId) ?? 0,
    reasons,
  }));
}

async function orderCounts(viewer: Viewer, ids: string[]): Promise<Map<string, number>> {
  const readable = conditionOf(viewer.ability, 'read', 'Order');
  if (!readable || ids.length === 0) return new Map();
  const groups = await storeOf('Order').aggregate({ $and: [readable, { client: { $in: ids } }] }, [
    { $group: { _id: '$client', count: { $sum: 1 } } },
  ]);
  return new Map(groups.map(({ _id, count }) => [String(_id), Number(count)]));
}

const typedText = (description: string) => ({ type: 'string', maxLength: 500, description });
const properties = {
  name: typedText('Finds similar names.'),
  phoneNumber: typedText('Finds the same number, however it is written.'),
  website: typedText('Finds the same host.'),
  email: typedText('Finds the same address.'),
};

/** GET /api/clients/duplicates: the clients that may be the one that is being typed. */
export async function clientDuplicatesRoute(app: FastifyInstance): Promise<void> {
  app.get<{ Querystring: TypedClient }>(
    '/api/clients/duplicates',
    { schema: { querystring: { type: 'object', properties, additionalProperties: false } }, config: { documentation } },
    async (request) => await duplicatesOf(signedIn(request), request.query),
  );
}

const text = { type: 'string' };

const documentation = {
  tag: resource('Client').path,
  summary: 'Find likely duplicates of a Client',
  description:
    'Returns up to five clients that the caller can read and that may be the business with these properties, with the reasons and the number of their orders.',
  query: properties,
  answer: listOf({
    id,
    name: text,
    businessAddress: objectOf({ street: text, city: text }),
    orders: { type: 'integer' },
    reasons: { type: 'array', items: { type: 'string', enum: [...duplicateReasons] } },
  }),
  errors: ['MISSING_ABILITY' as const],
};
