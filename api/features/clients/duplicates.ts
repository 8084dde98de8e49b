import { setImmediate } from 'node:timers/promises';
import type { PipelineStage } from 'mongoose';
import {
  commonNameWords,
  comparedName,
  type DuplicateGroups,
  type DuplicateReason,
  duplicateReasons,
  duplicateReasonText,
  duplicateSearchText,
  groupLinked,
  isPossibleDuplicate,
  isSimilarName,
  maxComparedNames,
  type PossibleDuplicate,
} from '#schemas/clients/duplicates.ts';
import type { Client } from '#schemas/generated/types.ts';
import { conditionOf } from '../../engine/access/ability.ts';
import { allowedFilter, type Viewer } from '../../engine/access/viewer.ts';
import type { DuplicateSearch, LikelyDuplicate } from '../../engine/resource/rules/declaration.ts';
import { emailWord, hostOf, hostWord, phoneWord, searchFilter, wordMarks } from '../../engine/store/search.ts';
import { type Filter, storeOf } from '../../engine/store/store.ts';

// Clients that may be the same business: while one is typed, as a page of groups, and in imports. Phone number, host of
// the website and e-mail address are found by the search words of the whole value; names by their beginnings.

/** The properties of a client that are compared. */
type ComparedClient = Partial<Pick<Client, 'name' | 'businessName' | 'phoneNumber' | 'website' | 'email'>>;
const comparedProperties = ['name', 'businessName', 'phoneNumber', 'website', 'email'];
const shownProperties = [...comparedProperties, 'businessAddress', 'aliases', 'distinctFrom'];

/** Limits: clients with the same beginning of the name that are compared, and returned ones. */
const maxCompared = 100;
const maxReturned = 5;

/** Sites where many businesses have a page: the same host does not make the same business. */
const sharedHosts = ['facebook.com', 'instagram.com', 'linkedin.com', 'yelp.com', 'google.com', 'sites.google.com'];

/** What says whether two clients are different businesses. A selection of properties has no defaults for older clients. */
type DecidedClient = Pick<Client, 'id'> & Partial<Pick<Client, 'aliases' | 'distinctFrom'>>;

/**
 * Whether somebody has decided that two clients are not duplicates. A client also stands for those that were merged into
 * it, whose ids are among its aliases.
 */
export function isDismissedPair(one: DecidedClient, other: DecidedClient): boolean {
  const isNamed = ({ distinctFrom = [] }: DecidedClient, { id: own, aliases = [] }: DecidedClient) =>
    distinctFrom.length > 0 && [own, ...aliases].some((each) => distinctFrom.includes(each));
  return isNamed(one, other) || isNamed(other, one);
}

type ExactReason = Exclude<DuplicateReason, 'name'>;

/** The search words of the whole phone number, host and e-mail address. */
function exactWords({ phoneNumber = '', website = '', email = '' }: ComparedClient): Map<ExactReason, string> {
  const host = hostOf(website);
  const words: Record<ExactReason, string | undefined> = {
    phone: phoneWord(phoneNumber),
    website: host === undefined || sharedHosts.includes(host) ? undefined : hostWord(host),
    email: emailWord(email),
  };
  return new Map(duplicateReasons.flatMap((each) => (each !== 'name' && words[each] ? [[each, words[each]]] : [])));
}

/** The names of a client, as they are compared. */
const comparedNames = ({ name = '', businessName = '' }: ComparedClient): string[] =>
  [...new Set([name, businessName].map(comparedName))].filter((each) => each !== '');

const haveSimilarNames = (one: readonly string[], other: readonly string[]): boolean =>
  one.some((name) => other.some((each) => isSimilarName(name, each)));

interface Lookup {
  filter: Filter;
  isMatch: (client: Client) => boolean;
}

type ReasonLookup = [DuplicateReason, Lookup];

/** How each property that is typed finds clients: by the index of search words, then exactly. */
function lookupsOf(typed: ComparedClient): ReasonLookup[] {
  const { name = '' } = typed;
  const search = duplicateSearchText(name);
  const isSimilar = (client: Client) => isPossibleDuplicate(name, [client.name, client.businessName]);
  const isSame = (reason: ExactReason, word: string) => (client: Client) => exactWords(client).get(reason) === word;
  const exact = [...exactWords(typed)].map(
    ([reason, word]): ReasonLookup => [reason, { filter: { searchKeys: word }, isMatch: isSame(reason, word) }],
  );
  const byName: ReasonLookup = ['name', { filter: searchFilter(search), isMatch: isSimilar }];
  return search ? [...exact, byName] : exact;
}

/** The properties that are typed, and the existing client that has them. */
export interface TypedClient extends ComparedClient {
  client?: string;
}

/**
 * Returns readable clients that may be the business that is being typed; those with the most reasons first. For an
 * existing client, those that somebody has dismissed as its duplicates are left out.
 */
export async function duplicatesOf(
  viewer: Viewer,
  { client: own, ...typed }: TypedClient,
): Promise<PossibleDuplicate[]> {
  const readable = allowedFilter(viewer, 'read', 'Client');
  const existing = own === undefined ? null : await storeOf('Client').findOne({ $and: [readable, { _id: own }] });
  const lookups = lookupsOf(typed);
  const found = await Promise.all(
    lookups.map(([, { filter }]) =>
      storeOf('Client').find({
        ...{ filter: { $and: [readable, filter] }, sort: ['name'], limit: maxCompared, only: shownProperties },
      }),
    ),
  );
  const clients = [...new Map(found.flat().map((client) => [client.id, client])).values()]
    .map((client) => ({
      client,
      reasons: lookups.flatMap(([reason, { isMatch }]) => (isMatch(client) ? [reason] : [])),
    }))
    .filter(({ client, reasons }) => reasons.length > 0 && !(existing && isSameOrDismissed(existing, client)))
    .toSorted((one, other) => other.reasons.length - one.reasons.length)
    .slice(0, maxReturned);
  const counts = await orderCounts(
    viewer,
    clients.map(({ client }) => client.id),
  );
  return clients.map(({ client, reasons }) => described(client, reasons, counts));
}

const isSameOrDismissed = (one: Client, other: Client): boolean => one.id === other.id || isDismissedPair(one, other);

function described(
  { id: clientId, name, businessAddress: { street, city } }: Client,
  reasons: DuplicateReason[],
  counts: Map<string, number>,
): PossibleDuplicate {
  return { id: clientId, name, businessAddress: { street, city }, orders: counts.get(clientId) ?? 0, reasons };
}

async function orderCounts(viewer: Viewer, ids: string[]): Promise<Map<string, number>> {
  const readable = conditionOf(viewer.ability, 'read', 'Order');
  if (!readable || ids.length === 0) return new Map();
  const groups = await storeOf('Order').aggregate({ $and: [readable, { client: { $in: ids } }] }, [
    { $group: { _id: '$client', count: { $sum: 1 } } },
  ]);
  return new Map(groups.map(({ _id, count }) => [String(_id), Number(count)]));
}

/**
 * Limits of the search for groups: the clients that are read, in the order of their names; the clients that share a
 * value, such as the number of a call center; the shared values; the clients of a group; and the milliseconds.
 */
const groupLimits = { clients: 50_000, sharing: 10, values: 5_000, size: 20, time: 20_000 };

/** The mark of the beginnings of a name, which sorts after all marks of search words: names are cut first. */
const nameMark = '~';

/** An expression: the first search word of a client with this mark, which is that of the whole value. */
const wordWith = (mark: string) => {
  const next = String.fromCharCode(mark.charCodeAt(0) + 1);
  const cond = { $and: [{ $gte: ['$$this', { $literal: mark }] }, { $lt: ['$$this', { $literal: next }] }] };
  return { $first: { $filter: { input: '$searchKeys', cond, limit: 1 } } };
};

/** An expression: the beginnings of the significant words of a name, like `duplicateSearchText`. */
const beginningOf = (name: string) => {
  const words = { $regexFindAll: { input: { $toLower: name }, regex: '[\\p{L}\\p{N}]+' } };
  const cond = { $not: { $in: ['$$this.match', [...commonNameWords]] } };
  return {
    $reduce: {
      input: { $filter: { input: words, cond, limit: 2 } },
      initialValue: nameMark,
      in: { $concat: ['$$value', ' ', { $substrCP: ['$$this.match', 0, 3] }] },
    },
  };
};

/** Groups clients by the values that they share. */
const sharedValues: PipelineStage[] = [
  { $sort: { name: 1 } },
  { $limit: groupLimits.clients },
  {
    $project: {
      name: 1,
      businessName: 1,
      aliases: 1,
      distinctFrom: 1,
      value: {
        $setUnion: [
          [wordMarks.phone, wordMarks.host, wordMarks.email].map(wordWith),
          ['$name', '$businessName'].map(beginningOf),
        ],
      },
    },
  },
  { $unwind: '$value' },
  { $match: { value: { $nin: [null, nameMark, ...sharedHosts.map(hostWord)] } } },
  {
    $group: {
      _id: '$value',
      count: { $sum: 1 },
      clients: {
        $firstN: {
          input: {
            ...{ id: { $toString: '$_id' }, name: '$name', businessName: '$businessName' },
            ...{ aliases: '$aliases', distinctFrom: '$distinctFrom' },
          },
          n: groupLimits.sharing,
        },
      },
    },
  },
  { $match: { count: { $gte: 2, $lte: groupLimits.sharing } } },
  { $sort: { _id: 1 } },
  { $limit: groupLimits.values + 1 },
];

interface NamedClient extends DecidedClient {
  names: string[];
}

const textsIn = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : []);

const namedClients = (value: unknown): NamedClient[] =>
  [value].flat().map((each) => {
    const client: Record<string, unknown> = Object(each);
    const names = comparedNames({ name: String(client.name), businessName: String(client.businessName) });
    return {
      id: String(client.id),
      names,
      aliases: textsIn(client.aliases),
      distinctFrom: textsIn(client.distinctFrom),
    };
  });

/** Whether two clients that share a value belong to a group: those that were dismissed, or the others. */
type PairFilter = (one: DecidedClient, other: DecidedClient) => boolean;

/** The pairs of clients that share a value and belong to a group. The same beginning of a name is not enough. */
function pairsOf(clients: NamedClient[], mark: string, isShown: PairFilter): string[][] {
  const isSame = (one: NamedClient, other: NamedClient) =>
    mark !== nameMark || haveSimilarNames(one.names, other.names);
  return clients.flatMap((one, at) =>
    clients.slice(at + 1).flatMap((other) => (isSame(one, other) && isShown(one, other) ? [[one.id, other.id]] : [])),
  );
}

/** Values that are compared before other requests get their turn. */
const comparedAtOnce = 100;

/** Returns all groups of readable clients that may be the same business; those with most kinds of reasons first. */
async function groupsOf(readable: Filter, isShown: PairFilter): Promise<{ groups: string[][]; isPartial: boolean }> {
  const [values, count] = await Promise.all([
    storeOf('Client').aggregate(readable, sharedValues, groupLimits.time),
    storeOf('Client').count(readable, groupLimits.clients + 1),
  ]);
  const links: { mark: string; ids: string[] }[] = [];
  for (const [at, { _id, clients }] of values.slice(0, groupLimits.values).entries()) {
    if (at % comparedAtOnce === 0) await setImmediate();
    const mark = String(_id).charAt(0);
    links.push(...pairsOf(namedClients(clients), mark, isShown).map((ids) => ({ mark, ids })));
  }
  const marks = new Map<string, Set<string>>();
  for (const { mark, ids } of links) for (const each of ids) marks.set(each, (marks.get(each) ?? new Set()).add(mark));
  const kinds = (group: string[]) => new Set(group.flatMap((each) => [...(marks.get(each) ?? [])])).size;
  const groups = groupLinked(
    links.map(({ ids }) => ids),
    groupLimits.size,
  )
    .map((group) => ({ group, kinds: kinds(group) }))
    .toSorted((one, other) => other.kinds - one.kinds)
    .map(({ group }) => group);
  return { groups, isPartial: count > groupLimits.clients || values.length > groupLimits.values };
}

export interface PageOfGroups {
  page: number;
  limit: number;
  /** Whether the groups are those that somebody has dismissed, instead of the others. */
  isDismissed: boolean;
}

/**
 * Returns a page of the groups of readable clients that may be the same business. One aggregation reads at most 50,000
 * clients by the index of their names and returns at most 5,000 values that two to ten clients share: phone numbers,
 * e-mail addresses and hosts, then beginnings of names, whose clients are compared as while one is typed. The reasons
 * are computed from the records of the page.
 */
export async function duplicateGroups(
  viewer: Viewer,
  { page, limit, isDismissed }: PageOfGroups,
): Promise<DuplicateGroups> {
  const readable = allowedFilter(viewer, 'read', 'Client');
  const isShown: PairFilter = (one, other) => isDismissedPair(one, other) === isDismissed;
  const { groups, isPartial } = await groupsOf(readable, isShown);
  const shown = groups.slice((page - 1) * limit, page * limit);
  const filter = { $and: [readable, { _id: { $in: shown.flat() } }] };
  const clients = await storeOf('Client').find({ filter, only: shownProperties });
  const counts = await orderCounts(
    viewer,
    clients.map((client) => client.id),
  );
  const byId = new Map(clients.map((client) => [client.id, client]));
  const results = shown.map((ids) => ({
    clients: withReasons(
      ids.flatMap((each) => byId.get(each) ?? []),
      isShown,
    )
      .map(({ client, reasons }) => described(client, reasons, counts))
      .toSorted((one, other) => other.orders - one.orders || one.name.localeCompare(other.name)),
  }));
  // Clients that have changed meanwhile have no common values anymore.
  const found = results.filter((group) => group.clients.length > 1);
  return { pagination: { page, limit, total: groups.length }, results: found, isPartial };
}

/** The clients of a group that share a value with another one, with the reasons. */
function withReasons(clients: Client[], isShown: PairFilter): { client: Client; reasons: DuplicateReason[] }[] {
  const compared = clients.map((client) => ({ client, words: exactWords(client), names: comparedNames(client) }));
  return compared.flatMap((one) => {
    const others = compared.filter((each) => each !== one && isShown(one.client, each.client));
    const reasons = duplicateReasons.filter((reason) =>
      others.some(({ words, names }) =>
        reason === 'name'
          ? haveSimilarNames(one.names, names)
          : one.words.has(reason) && words.get(reason) === one.words.get(reason),
      ),
    );
    return reasons.length > 0 ? [{ client: one.client, reasons }] : [];
  });
}

/** Limits of the search in imports: stored clients whose names are compared, those by one query, and those by a beginning. */
export const importLimits = { names: maxComparedNames, found: 2_000, rounds: 4, beginning: 20 };

/** Clients that are read at once for the comparison of names. */
const namesAtOnce = 1_000;

/** What a client is found by, and its names as they are compared. */
interface Keys {
  words: Map<ExactReason, string>;
  names: string[];
  beginnings: string[];
}

/** The keys of the rows of a chunk, which are needed up to three times. */
const rowKeys = new WeakMap<ComparedClient, Keys>();

function keysOf(client: ComparedClient): Keys {
  const known = rowKeys.get(client);
  if (known) return known;
  const { name = '', businessName = '' } = client;
  const searched = new Set([name, businessName].map(duplicateSearchText));
  const beginnings = [...searched].flatMap((each) => (each ? [nameMark + each] : []));
  const keys = { words: exactWords(client), names: comparedNames(client), beginnings };
  rowKeys.set(client, keys);
  return keys;
}

/** A client that a row may duplicate: a stored one, or an earlier row. */
interface Candidate extends Pick<LikelyDuplicate, 'name' | 'record' | 'line'> {
  names: string[];
}

/**
 * Finds stored clients and earlier rows that the rows of an import may duplicate. Phone numbers, hosts and e-mail
 * addresses are looked up for each chunk of rows with one query, and up to four if more than 2,000 clients have them.
 * Names are compared with those of the first readable clients, which are read once, and of all earlier rows; at most 20
 * with the same beginning.
 */
export class ImportedDuplicates implements DuplicateSearch<Client> {
  readonly #readable: Filter;
  /** Stored clients by search word, and by the beginning of a name. */
  readonly #stored = new Map<string, Candidate[]>();
  /** Earlier rows by the same. */
  readonly #rows = new Map<string, Candidate[]>();
  /** The lists of `#rows` that the current chunk has added to. */
  #added: Candidate[][] = [];
  #areNamesLoaded = false;
  isPartial = false;

  constructor(viewer: Viewer) {
    this.#readable = conditionOf(viewer.ability, 'read', 'Client') ?? { _id: { $in: [] } };
  }

  async load(clients: ComparedClient[]): Promise<void> {
    this.#added = [];
    if (!this.#areNamesLoaded) await this.#loadNames();
    this.#areNamesLoaded = true;
    const words = new Set(clients.flatMap((client) => [...keysOf(client).words.values()]));
    const isUnknown = (word: string) => !this.#stored.has(word) && !this.#rows.has(word);
    for (let round = 0; round < importLimits.rounds; round += 1) {
      const unknown = [...words].filter(isUnknown);
      if (unknown.length === 0) return;
      const filter = { $and: [this.#readable, { searchKeys: { $in: unknown } }] };
      const found = await storeOf('Client').find({ filter, only: comparedProperties, limit: importLimits.found });
      for (const client of found) this.#store(client, [...keysOf(client).words.values()], 1);
      if (found.length < importLimits.found) return;
    }
  }

  async #loadNames(): Promise<void> {
    let read = 0;
    const query = { filter: this.#readable, only: ['name', 'businessName'] };
    for await (const clients of storeOf('Client').batches(query, namesAtOnce)) {
      const compared = clients.slice(0, importLimits.names - read);
      for (const client of compared) this.#store(client, keysOf(client).beginnings, importLimits.beginning);
      read += clients.length;
      this.isPartial = read > importLimits.names;
      if (this.isPartial) return;
    }
  }

  #store(client: Client, keys: string[], max: number): void {
    const { id: record, name } = client;
    const candidate: Candidate = { name, record, line: null, names: keysOf(client).names };
    for (const key of keys) {
      const all = this.#stored.get(key) ?? [];
      if (all.length < max) all.push(candidate);
      this.#stored.set(key, all);
    }
  }

  find(client: ComparedClient): LikelyDuplicate | undefined {
    const { words, names, beginnings } = keysOf(client);
    for (const known of [this.#stored, this.#rows]) {
      const same = [...words.values()].flatMap((word) => known.get(word)?.[0] ?? []);
      const similar = beginnings.flatMap((each) => known.get(each) ?? []);
      const found = same[0] ?? similar.find((each) => haveSimilarNames(names, each.names));
      if (!found) continue;
      const { name, record, line } = found;
      const shared = [...words].flatMap(([reason, word]) => (known.get(word)?.includes(found) ? [reason] : []));
      return { name, record, line, reason: duplicateReasonText({ reasons: shared }) ?? 'Similar name' };
    }
    return undefined;
  }

  add(client: ComparedClient, line: number): void {
    const { words, names, beginnings } = keysOf(client);
    const candidate: Candidate = { name: client.name ?? '', record: null, line, names };
    const add = (key: string, max: number) => {
      const all = this.#rows.get(key) ?? [];
      this.#rows.set(key, all);
      if (all.length >= max) return;
      all.push(candidate);
      this.#added.push(all);
    };
    for (const word of words.values()) add(word, 1);
    for (const beginning of beginnings) add(beginning, importLimits.beginning);
  }

  restart(): void {
    for (const all of this.#added.reverse()) all.pop();
    this.#added = [];
  }
}
