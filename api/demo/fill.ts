import type { Entity, User } from '#schemas/generated/types.ts';
import { offerForm } from '../channels/offer-form.ts';
import { invitationLifetime } from '../invitations/invitations.ts';
import { settleAccess } from '../products/settle-access.ts';
import { markStale, sharesOf } from '../reports/totals.ts';
import { store } from '../store/store.ts';
import { transaction } from '../store/transaction.ts';
import { demoAgency } from './agency/agency.ts';
import type { DemoMember, DemoUser } from './agency/people.ts';
import { demoProof } from './agency/reports.ts';
import { makeOrders, storeOrders } from './orders/many-orders.ts';
import { readMarket } from './orders/market.ts';

/** Writes the demo agencies and their first orders in one transaction. */
export async function fill({ orders, now }: { orders: number; now: Date }): Promise<void> {
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
  await store('Entity').insertMany([...entities, ...agency.clientEntities].map((each) => ({ ...times, ...each })));
  await store('Guild').insertMany([{ ...times, ...agency.guild }]);
  await store('GuildResource').insertMany(agency.resources.map((each) => ({ ...times, ...each })));
  await store('Report').insertMany([{ ...times, ...agency.report }]);
  await store('ReportRow').insertMany(agency.rows.map((each) => ({ ...times, ...each })));
  await markStale(await sharesOf({}));
  await writePeople(agency.users, agency.members);
  const expires = new Date(now.getTime() + invitationLifetime).toISOString();
  await store('Invitation').insertMany(agency.invitations.map((each) => ({ ...each, expires })));
  await store('Form').insertMany(agency.forms.map((form) => ({ ...times, ...form })));
  await store('FormVersion').insertMany(
    agency.forms.map(({ id, formSchema }) => ({ ...times, form: id, number: 1, formSchema })),
  );
  await store('Channel').insertMany(agency.channels.map((channel) => ({ ...times, ...channel })));
  for (const { id } of agency.forms) await offerForm(id);
  await store('Product').insertMany(agency.products.map((product) => ({ ...times, ...product })));
  for (const top of await store('Product').find({ filter: { parent: null } })) await settleAccess(top, null);
  await store('Client').insertMany(
    agency.clients.map(({ createdAt, ...client }) => {
      const came = createdAt.toISOString();
      return { ...client, createdAt: came, updatedAt: came };
    }),
  );
}

/** Writes proofs of work for the latest completed orders. */
async function writeProof(now: Date): Promise<void> {
  const completed = await store('Order').find({ filter: { status: 'COMPLETE' }, sort: ['-updatedAt'], limit: 30 });
  const at = now.toISOString();
  await store('ProofOfWork').insertMany(
    demoProof(completed).map((each) => ({ createdAt: at, updatedAt: at, ...each })),
  );
}

/** Writes the demo users. An existing user with a demo address is retained and gets the demo user's memberships. */
async function writePeople(users: DemoUser[], members: DemoMember[]): Promise<void> {
  const addresses = users.map(({ email }) => email);
  const existing: User[] = await store('User').find({ filter: { verifiedAddresses: { $in: addresses } } });
  const ids = new Map(
    users.map((user) => {
      const known = existing.find(({ verifiedAddresses }) => verifiedAddresses.includes(user.email));
      return [user.id, known?.id ?? user.id];
    }),
  );
  await store('User').insertMany(users.filter(({ id }) => ids.get(id) === id));
  await store('EntityMember').insertMany(members.map((each) => ({ ...each, user: ids.get(each.user) ?? each.user })));
}
