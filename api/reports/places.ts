import type { Entity, ReportRow } from '#schemas/generated/types.ts';
import { idPattern } from '../errors/schema-messages.ts';
import { store } from '../store/store.ts';

type Data = ReportRow['data'];
/** Where in the tree is what a text names. */
type Places = Map<string, string[]>;

/**
 * Where rows stand, all found at once: by the client's number, which only an ADMIN sets, or id; else by the order's code or id; else
 * by the name of one agency. Nowhere when none is found. What an agency may write itself, such as the name of a client, catches no
 * row of another.
 */
export async function placesOf(rows: Data[]): Promise<string[][]> {
  const clients = await clientPlaces(rows.map((each) => each.agency_client_id));
  const byClient = rows.map(({ agency_client_id: id }) => (id ? clients.get(id) : undefined));
  const left = rows.filter((_, index) => !byClient[index]);
  const orders = await orderPlaces(left.map((each) => each.order_id));
  const byOrder = ({ order_id: id }: Data) => (id ? orders.get(id) : undefined);
  const names = left.filter((each) => !byOrder(each)).map((each) => each.organization_name);
  const agencies = await agencyPlaces(names);
  const byName = ({ organization_name: name }: Data) => (name ? agencies.get(name) : undefined);
  return rows.map((row, index) => byClient[index] ?? byOrder(row) ?? byName(row) ?? []);
}

const hex = new RegExp(idPattern);

const distinct = (texts: (string | null | undefined)[]): string[] => [
  ...new Set(texts.filter((each): each is string => typeof each === 'string' && each !== '')),
];

async function clientPlaces(texts: (string | null | undefined)[]): Promise<Places> {
  const wanted = distinct(texts);
  const found = await named('Client', 'externalId', wanted);
  return new Map(
    found.flatMap(({ id, externalId, treeScope }) =>
      [id, ...(externalId ? [externalId] : [])].map((key): [string, string[]] => [key, treeScope]),
    ),
  );
}

async function orderPlaces(texts: (string | null | undefined)[]): Promise<Places> {
  const found = await named('Order', 'refCode', distinct(texts));
  return new Map(
    found.flatMap(({ id, refCode, treeScope }) => [id, refCode].map((key): [string, string[]] => [key, treeScope])),
  );
}

/** The records that ids or other keys name: two short questions, each of one index. */
async function named<Name extends 'Client' | 'Order'>(name: Name, key: string, wanted: string[]) {
  if (wanted.length === 0) return [];
  const ids = wanted.filter((each) => hex.test(each));
  const only = [key, 'treeScope'];
  const byKey = await store(name).find({ filter: { [key]: { $in: wanted } }, only });
  const byId = ids.length > 0 ? await store(name).find({ filter: { _id: { $in: ids } }, only }) : [];
  return [...byKey, ...byId];
}

/**
 * Entities by their ids, else by a name that no other has; a branch does not take the name from an agency, which only an ADMIN
 * makes. The places of clients are not asked: their names are the clients'.
 */
async function agencyPlaces(texts: (string | null | undefined)[]): Promise<Places> {
  const wanted = distinct(texts);
  if (wanted.length === 0) return new Map();
  const ids = wanted.filter((each) => hex.test(each));
  const names = { $or: [{ name: { $in: wanted } }, { shortName: { $in: wanted } }, { _id: { $in: ids } }] };
  const found = await store('Entity').find({ filter: { subType: 'abstract', ...names } });
  return new Map(
    wanted.flatMap((text): [string, string[]][] => {
      const place = placeNamed(text, found);
      return place ? [[text, place]] : [];
    }),
  );
}

function placeNamed(text: string, found: Entity[]): string[] | undefined {
  const byId = found.find(({ id }) => id === text);
  if (byId) return byId.treeScope;
  const called = found.filter(({ name, shortName }) => name === text || shortName === text);
  const agencies = called.filter(({ parent }) => parent === null);
  const [first, ...others] = agencies.length > 0 ? agencies : called;
  return others.length === 0 ? first?.treeScope : undefined;
}
