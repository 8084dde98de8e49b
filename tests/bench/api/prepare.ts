import { fakerEN_US as faker } from '@faker-js/faker';
import { type Filter, storeOf } from '../../../api/engine/store/store.ts';
import { formId } from '../../../api/features/demo/agency/channels.ts';
import { growDemo } from '../../../api/features/demo/demo.ts';
import { connectDatabase } from '../../../api/platform/database/connect.ts';
import { runningDatabaseUri } from '../../../api/platform/database/running.ts';
import type { Client, Order } from '../../../schemas/generated/types.ts';
import { callerOf } from '../../product/call.ts';
import type { Product } from '../../product/product.ts';
import { signIn } from '../../product/sign-in.ts';

/** The test data of the rows: users and record ids. */
export interface TestData {
  uri: string;
  /**
   * The Cookie headers of the users: the moderator of an entity tree, an AGENCY_USER in it, and the administrator, who
   * reads everything.
   */
  cookies: Record<'moderator' | 'user' | 'administrator', string>;
  /** The id of the AGENCY_USER's entity. */
  entity: string;
  /** Clients of the AGENCY_USER's tree with many orders. */
  clients: Client[];
  /** Further clients of the tree, for the writers. */
  writable: Client[];
  /** The ids of their orders. */
  matches: Set<string>;
  drafts: Order[];
  complete: Order[];
  report: (line: string) => void;
}

const people = {
  moderator: 'agency.admin@example.com',
  user: 'agency.user@example.com',
  administrator: 'admin@example.com',
};
const clientCount = 5_000;

/**
 * Fills the running product's demo up to that many orders and 5,000 clients, signs in its users, and chooses what to
 * query. With `matches` of an earlier run, the queries match the same orders: all added orders belong to other clients.
 */
export async function prepareTestData(product: Product, count: number, matches?: Set<string>): Promise<TestData> {
  const report = (line: string) => void process.stdout.write(`${line}\n`);
  const uri = runningDatabaseUri(product.dataDir);
  if (!uri) throw new Error(`No database runs on ${product.dataDir}`);
  await connectDatabase(uri);
  await growDemo({ target: count, name: product.dataDir, firstStart: async () => false, report });
  const entities = await entitiesOf(people.user);
  const [entity] = entities;
  if (!entity) throw new Error(`The demo has no ${people.user} in an entity`);
  const mine = { treeScope: { $in: entities } };
  // The demo's own clients have the orders; read them before adding others.
  const clients = await storeOf('Client').find({ filter: mine, sort: ['createdAt'], limit: 10 });
  await addClients(clients);
  if (matches) await collectMatches(clients, matches, mine);
  const cookieOf = async (address: string) => {
    const cookies = await signIn({ call: callerOf(product.url), dataDir: product.dataDir }, address);
    return cookies.map(({ name, value }) => `${name}=${value}`).join('; ');
  };
  const inStatus = (status: Order['status'], limit: number) =>
    storeOf('Order').find({ filter: { ...mine, form: formId('radio'), status, client: { $ne: null } }, limit });
  return {
    uri,
    cookies: {
      moderator: await cookieOf(people.moderator),
      user: await cookieOf(people.user),
      administrator: await cookieOf(people.administrator),
    },
    entity,
    clients,
    writable: await storeOf('Client').find({ filter: mine, sort: ['-createdAt'], limit: 20 }),
    matches: new Set(await idsOf(clients)),
    drafts: await inStatus('DRAFT', 1_000),
    complete: await inStatus('COMPLETE', 100),
    report,
  };
}

/** Moves the orders of these clients that are not among the matches to another client of the tree. */
async function collectMatches(clients: Client[], matches: Set<string>, mine: Filter): Promise<void> {
  const [other] = await storeOf('Client').find({ filter: mine, sort: ['-createdAt'], limit: 1 });
  const added = (await idsOf(clients)).filter((id) => !matches.has(id));
  if (other) await storeOf('Order').updateMany({ _id: { $in: added } }, { $set: { client: other.id } });
}

async function idsOf(clients: Client[]): Promise<string[]> {
  const filter = { client: { $in: clients.map(({ id }) => id) } };
  return (await storeOf('Order').find({ filter, only: ['refCode'] })).map(({ id }) => id);
}

async function entitiesOf(address: string): Promise<string[]> {
  const user = await storeOf('User').findOne({ 'emailAddresses.address': address });
  if (!user) throw new Error(`The demo has no ${address}`);
  return (await storeOf('EntityMember').find({ filter: { user: user.id } })).map(({ entity }) => entity);
}

/** Adds clients to the entities of the given ones, with new names. */
async function addClients(like: Client[]): Promise<void> {
  const lacking = clientCount - (await storeOf('Client').count({}));
  faker.seed(1);
  const newClients = Array.from({ length: Math.max(lacking, 0) }, (_, index): Partial<Client>[] => {
    const { id, revision, createdAt, updatedAt, externalId, ...fields } = like[index % like.length] ?? {};
    const owner = faker.person.fullName();
    return [{ ...fields, name: faker.company.name(), businessName: faker.company.name(), businessOwner: owner }];
  });
  if (newClients.length > 0) await storeOf('Client').insertMany(newClients.flat());
}
