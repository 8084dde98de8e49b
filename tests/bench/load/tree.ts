import { storeOf } from '../../../api/engine/store/store.ts';
import { demoId } from '../../../api/features/demo/agency/seeded.ts';
import { newAccount } from '../../../api/features/users/account.ts';
import type { Client, Entity, EntityMember, User } from '../../../schemas/generated/types.ts';

/** The number of records of each kind, and the users. */
export interface DataSizes {
  orders: number;
  clients: number;
  entities: number;
  products: number;
  rows: number;
  users: number;
}

/** Maximum depth of the entity tree, including the agency. */
const deepest = 6;
const childrenOfEach = 3;

/** Adds entities below the demo's branches up to that number, level by level, at most six deep. */
export async function addEntities(count: number): Promise<Entity[]> {
  const existing = await abstractEntities();
  const parents = new Set(existing.map(({ parent }) => parent));
  const added: Pick<Entity, 'id' | 'name' | 'shortName' | 'parent' | 'treeScope'>[] = [];
  let level: Pick<Entity, 'id' | 'name' | 'treeScope'>[] = existing.filter(({ id }) => !parents.has(id));
  while (level.length > 0 && existing.length + added.length < count) {
    const next = level
      .filter(({ treeScope }) => treeScope.length < deepest)
      .flatMap((parent) => Array.from({ length: childrenOfEach }, (_, number) => below(parent, number)))
      .slice(0, count - existing.length - added.length);
    added.push(...next);
    level = next;
  }
  if (added.length > 0) await storeOf('Entity').insertMany(added);
  return await abstractEntities();
}

const abstractEntities = () => storeOf('Entity').find({ filter: { subType: 'abstract' }, sort: ['name'] });

function below({ id: parent, name, treeScope }: Pick<Entity, 'id' | 'name' | 'treeScope'>, number: number) {
  const id = demoId('load-entity', `${parent}/${number}`);
  const words = ['Office', 'Team', 'Desk'];
  const kind = words[Math.min(treeScope.length, deepest) - 3] ?? 'Branch';
  return {
    id,
    name: `${name} ${kind} ${number + 1}`,
    shortName: `${kind} ${number + 1}`,
    parent,
    treeScope: [id, ...treeScope],
  };
}

/** Adds clients like the demo's with new names, each in an entity of the tree, up to that number. */
export async function addClients(entities: Entity[], count: number): Promise<void> {
  const existing = await storeOf('Client').count({});
  const like = await storeOf('Client').find({ sort: ['createdAt'], limit: 60 });
  const deep = entities.filter(({ treeScope }) => treeScope.length >= 3);
  const added = Array.from({ length: Math.max(count - existing, 0) }, (_, number) =>
    clientOf({ number: existing + number, like, deep }),
  );
  for (let at = 0; at < added.length; at += 2_000) {
    const piece = added.slice(at, at + 2_000);
    await storeOf('Client').insertMany(piece.map(({ client }) => client));
    await storeOf('Entity').insertMany(piece.map(({ entity }) => entity));
  }
}

/** First words that no name of the demo has, so that a search finds only these clients. */
export const firstWords = [
  'Zephyr',
  'Quartz',
  'Onyx',
  'Umber',
  'Vesper',
  'Yarrow',
  'Xenon',
  'Indigo',
  'Juniper',
  'Ochre',
];
export const secondWords = [
  'Valley',
  'Street',
  'Hill',
  'Lake',
  'Market',
  'Bridge',
  'Corner',
  'Park',
  'Mill',
  'Square',
  'Point',
];

function clientOf({ number, like, deep }: { number: number; like: Client[]; deep: Entity[] }) {
  const [model, place] = [like[number % like.length], deep[(number * 7) % deep.length]];
  if (!model || !place) throw new Error('The demo has no clients, or no branch');
  const { id: _id, revision: _revision, createdAt: _made, updatedAt: _changed, externalId: _own, ...fields } = model;
  const trade = model.name.split(' ').slice(1).join(' ');
  const first = firstWords[number % firstWords.length];
  const second = secondWords[Math.floor(number / firstWords.length) % secondWords.length];
  const name = `${first} ${second} ${trade} ${number}`;
  const [id, node] = [demoId('load-client', number), demoId('load-client-entity', number)];
  const treeScope = [node, ...place.treeScope];
  const client = {
    ...fields,
    id,
    name,
    businessName: name,
    externalId: `L-${number}`,
    treeScope,
  } satisfies Partial<Client>;
  const entity = {
    id: node,
    name,
    parent: place.id,
    subType: 'client',
    client: id,
    treeScope,
  } satisfies Partial<Entity>;
  return { client, entity };
}

/** The part of an e-mail address that marks the users of this benchmark. */
const mark = 'load-';

/** The users: one of ten moderates an agency, the others sell in the branches and offices below. */
export async function addUsers(entities: Entity[], count: number): Promise<User[]> {
  const tops = entities.filter(({ parent }) => parent === null);
  const places = entities.filter(({ treeScope }) => treeScope.length === 3 || treeScope.length === 4);
  const existing = await workers();
  const added = Array.from({ length: Math.max(count - existing.length, 0) }, (_, index) => {
    const number = existing.length + index;
    const isModerator = number % 10 === 0;
    const place = isModerator ? tops[(number / 10) % tops.length] : places[(number * 11) % places.length];
    if (!place) throw new Error('The demo has no agency');
    return workerOf({ number, isModerator, place });
  });
  if (added.length > 0) {
    await storeOf('User').insertMany(added.map(({ user }) => user));
    await storeOf('EntityMember').insertMany(added.map(({ member }) => member));
  }
  return (await workers()).slice(0, count);
}

const workers = () => storeOf('User').find({ filter: { email: { $regex: `^${mark}` } }, sort: ['createdAt'] });

function workerOf({ number, isModerator, place }: { number: number; isModerator: boolean; place: Entity }) {
  const id = demoId('load-user', number);
  const { treeScope } = place;
  const user: Partial<User> = {
    ...newAccount(`${mark}${number}@example.com`, { isVerified: true }),
    ...{ id, treeScope, name: `Worker ${number}`, roles: [isModerator ? 'AGENCY_ADMIN' : 'AGENCY_USER'] },
  };
  const member: Partial<EntityMember> = { user: id, entity: place.id, treeScope, flags: 0 };
  return { user, member };
}
