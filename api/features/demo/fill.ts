import type { Entity, User } from '#schemas/generated/types.ts';
import { storeOf } from '../../engine/store/store.ts';
import { transaction } from '../../engine/store/transaction.ts';
import { updateFormChannels } from '../channels/channels.ts';
import { updateAccessKeys } from '../products/access-rules.ts';
import { markStale, sharesOf } from '../reports/totals.ts';
import { invitationLifetime } from '../users/welcome.ts';
import { demoChannels, demoForms } from './agency/channels.ts';
import { demoClients } from './agency/clients.ts';
import { demoEntities } from './agency/entities.ts';
import { demoGuild } from './agency/guilds.ts';
import { type DemoMember, type DemoUser, demoPeople } from './agency/people.ts';
import { demoProducts } from './agency/products.ts';
import { demoProof, demoReport, demoRows } from './agency/reports.ts';
import { makeOrders, storeOrders } from './orders/many-orders.ts';
import { readMarket } from './orders/market.ts';

/** Writes the demo agencies and their first orders in one transaction. */
export async function fillDemoData({ orders, now }: { orders: number; now: Date }): Promise<void> {
  await transaction(async () => {
    await writeAgency(now);
    await storeOrders(await makeOrders({ market: await readMarket(), from: 0, count: orders, now }), orders);
    await writeProof(now);
  });
}

/** Writes everything but the orders. */
async function writeAgency(now: Date): Promise<void> {
  const agency = demoAgency(now);
  const at = agency.founded.toISOString();
  const times = { createdAt: at, updatedAt: at };
  const entities: Partial<Entity>[] = agency.entities.map(({ slug, place, ...entity }) => entity);
  await storeOf('Entity').insertMany([...entities, ...agency.clientEntities].map((each) => ({ ...times, ...each })));
  await storeOf('Guild').insertMany([{ ...times, ...agency.guild }]);
  await storeOf('GuildResource').insertMany(agency.resources.map((each) => ({ ...times, ...each })));
  await storeOf('Report').insertMany([{ ...times, ...agency.report }]);
  await storeOf('ReportRow').insertMany(agency.rows.map((each) => ({ ...times, ...each })));
  await markStale(await sharesOf({}));
  await writePeople(agency.users, agency.members);
  const expires = new Date(now.getTime() + invitationLifetime).toISOString();
  await storeOf('Invitation').insertMany(agency.invitations.map((each) => ({ ...each, expires })));
  await storeOf('Form').insertMany(agency.forms.map((form) => ({ ...times, ...form })));
  await storeOf('FormVersion').insertMany(
    agency.forms.map(({ id, formSchema }) => ({ ...times, form: id, number: 1, formSchema })),
  );
  await storeOf('Channel').insertMany(agency.channels.map((channel) => ({ ...times, ...channel })));
  for (const { id } of agency.forms) await updateFormChannels(id);
  await storeOf('Product').insertMany(agency.products.map((product) => ({ ...times, ...product })));
  for (const top of await storeOf('Product').find({ filter: { parent: null } })) await updateAccessKeys(top, null);
  await storeOf('Client').insertMany(
    agency.clients.map(({ createdAt, ...client }) => {
      const came = createdAt.toISOString();
      return { ...client, createdAt: came, updatedAt: came };
    }),
  );
}

/** Writes proofs of work for the latest completed orders. */
async function writeProof(now: Date): Promise<void> {
  const completed = await storeOf('Order').find({ filter: { status: 'COMPLETE' }, sort: ['-updatedAt'], limit: 30 });
  const at = now.toISOString();
  await storeOf('ProofOfWork').insertMany(
    demoProof(completed).map((each) => ({ createdAt: at, updatedAt: at, ...each })),
  );
}

/** Writes the demo users. An existing user with a demo address is retained and gets the demo user's memberships. */
async function writePeople(users: DemoUser[], members: DemoMember[]): Promise<void> {
  const addresses = users.map(({ email }) => email);
  const existing: User[] = await storeOf('User').find({ filter: { verifiedAddresses: { $in: addresses } } });
  const ids = new Map(
    users.map((user) => {
      const known = existing.find(({ verifiedAddresses }) => verifiedAddresses.includes(user.email));
      return [user.id, known?.id ?? user.id];
    }),
  );
  await storeOf('User').insertMany(users.filter(({ id }) => ids.get(id) === id));
  await storeOf('EntityMember').insertMany(members.map((each) => ({ ...each, user: ids.get(each.user) ?? each.user })));
}

const day = 86_400_000;
/** Age of the agencies, slightly older than their first orders. */
const age = 760 * day;

/** Generates all demo data except orders, as of `now`. Deterministic. */
export function demoAgency(now: Date) {
  const founded = new Date(now.getTime() - age);
  const entities = demoEntities();
  const clients = demoClients(entities, { from: founded, to: new Date(founded.getTime() + 30 * day) });
  return {
    founded,
    entities,
    ...demoPeople(entities, founded),
    forms: demoForms(),
    channels: demoChannels(entities),
    products: demoProducts(founded),
    clients: clients.clients,
    clientEntities: clients.entities,
    ...demoGuild(),
    report: demoReport(),
    rows: demoRows(clients.clients, now),
  };
}
