import { fakerEN_US as faker } from '@faker-js/faker';
import { storeOf } from '../../../api/engine/store/store.ts';
import { newAccount } from '../../../api/features/users/account.ts';
import { accessKeysOf } from '../../../schemas/access/product-access.ts';
import type { Entity, EntityMember, Product, User } from '../../../schemas/generated/types.ts';
import { medianLoad, type Server, timeRequest } from './load.ts';

/** Latency of the first request after a change of access rights, and of a later one; milliseconds. */
export interface RightsRates {
  first: number;
  later: number;
  /** The first request as a multiple of a later one: the median of the rounds, with minimum and maximum. */
  times: number;
  spread: [number, number];
  /** Size of the largest requested ability in bytes. */
  ability: number;
}

interface RightsRequest {
  product: Server;
  /** The Cookie headers of the user who changes rights and of the other users. */
  cookies: Record<'administrator' | 'moderator' | 'user', string>;
  rounds: number;
}

/** The name of the row, for `--only`. */
export const rightsName = 'rights with 2,000 products, 5,000 users, 500 entities';
const size = { products: 2_000, users: 5_000, entities: 500 };
const mark = 'rights-bench';
const changes = 30;

/**
 * Lets users send a request right after everybody's rights were invalidated, and a second one immediately afterwards.
 */
export async function measureRights({ product: { url }, cookies, rounds }: RightsRequest): Promise<RightsRates> {
  const member = await addPeople();
  await addProducts();
  const userCookies = [cookies.moderator, cookies.user];
  const change = changing({ url, cookie: cookies.administrator, member });
  const requestOnce = async (cookie: string) =>
    await timeRequest(new URL('/api/auth/ability', url), { headers: { cookie } });
  const pairs: { first: number; later: number }[] = [];
  const largest = { ability: 0 };
  // The first round warms up.
  while (pairs.length <= rounds) {
    const times: { first: number; later: number }[] = [];
    while (times.length < changes) {
      await change();
      const cookie = userCookies[times.length % userCookies.length] ?? '';
      const [first, later] = [await requestOnce(cookie), await requestOnce(cookie)];
      largest.ability = Math.max(largest.ability, ...[first, later].map(({ text }) => Buffer.byteLength(text)));
      times.push({ first: first.time, later: later.time });
    }
    pairs.push({
      first: medianLoad(times.map(({ first }) => first)),
      later: medianLoad(times.map(({ later }) => later)),
    });
  }
  const warm = pairs.slice(1);
  const ratios = warm.map(({ first, later }) => first / later);
  return {
    first: medianLoad(warm.map(({ first }) => first)),
    later: medianLoad(warm.map(({ later }) => later)),
    times: medianLoad(ratios),
    spread: [Math.min(...ratios), Math.max(...ratios)],
    ability: largest.ability,
  };
}

/** Fills the organization up to the size of the row; returns one of the added users. */
async function addPeople(): Promise<EntityMember> {
  const [top] = await storeOf('Entity').find({ filter: { parent: null }, sort: ['createdAt'], limit: 1 });
  if (!top) throw new Error('The demo has no entity');
  const present = await storeOf('Entity').count({});
  // Each run on a kept data folder adds records with other ids.
  faker.seed(2 + present);
  const lacking = Math.max(size.entities - present, 1);
  const entities = Array.from({ length: lacking }, (_, index) => {
    const id = faker.database.mongodbObjectId();
    const place = { parent: top.id, treeScope: [id, ...top.treeScope] };
    return { ...place, id, name: `Branch ${index}`, shortName: `${index}` } satisfies Partial<Entity>;
  });
  await storeOf('Entity').insertMany(entities);
  const count = Math.max(size.users - (await storeOf('User').count({})), 1);
  const people = Array.from({ length: count }, (_, index) => {
    const { id: entity, treeScope } = entities[index % entities.length] ?? top;
    const id = faker.database.mongodbObjectId();
    const account = newAccount(`${mark}-${id}@example.com`, { isVerified: true });
    const user: Partial<User> = { ...account, id, treeScope, name: faker.person.fullName(), roles: ['AGENCY_USER'] };
    return { user, member: { user: id, entity, treeScope, flags: 0 } satisfies Partial<EntityMember> };
  });
  await storeOf('User').insertMany(people.map(({ user }) => user));
  await storeOf('EntityMember').insertMany(people.map(({ member }) => member));
  const member = await storeOf('EntityMember').findOne({ user: people[0]?.member.user });
  if (!member) throw new Error('No user was added');
  return member;
}

async function addProducts(): Promise<void> {
  const count = Math.max(size.products - (await storeOf('Product').count({})), 0);
  const added = Array.from({ length: count }, (_, index) => ({ key: `${mark}-${index}`, name: `Product ${index}` }));
  if (added.length > 0) await storeOf('Product').insertMany(added);
  const open: Pick<Product, 'availability' | 'accessRules'> = { availability: 'GENERAL', accessRules: [] };
  await storeOf('Product').updateDerived({ key: { $regex: `^${mark}` } }, { $set: accessKeysOf(open, []) });
}

/** Invalidates everybody's cached rights by changing a membership and a user. */
function changing({ url, cookie, member }: { url: string; cookie: string; member: EntityMember }): () => Promise<void> {
  const headers = { cookie, origin: new URL(url).origin, 'content-type': 'application/json' };
  const turn = { number: 0 };
  const patch = async (path: string, body: object) => {
    await timeRequest(new URL(path, url), { method: 'PATCH', headers, body: JSON.stringify(body) });
  };
  return async () => {
    turn.number += 1;
    await patch(`/api/entities/${member.entity}/members/${member.user}`, { flags: turn.number % 2 });
    await patch(`/api/users/${member.user}`, { name: `Person ${turn.number}` });
  };
}
