import fastifyCookie from '@fastify/cookie';
import { storeOf } from '../../../api/engine/store/store.ts';
import { createSession } from '../../../api/features/auth/sessions.ts';
import { formId } from '../../../api/features/demo/agency/channels.ts';
import { demoId } from '../../../api/features/demo/agency/seeded.ts';
import type { Channel, EntityMember, JsonMap, Order, User } from '../../../schemas/generated/types.ts';
import { largeForm } from './large-form.ts';

/** An order as a simulated user last saw it. */
export interface SimulatedDraft {
  id: string;
  revision: number;
  formData: JsonMap;
  /** The key of the field that is typed into. */
  field: string;
}

interface EntityWithRecords {
  id: string;
  form: string;
  formName: 'radio' | 'website';
  field: string;
}

/** A simulated user: session, visible records, and state. */
export interface SimulatedUser {
  id: string;
  cookie: string;
  isModerator: boolean;
  /** The entity of the membership: visible records belong to it or to an entity below. */
  entity: string;
  agency: string;
  channels: EntityWithRecords[];
  /** Clients to order for, and lines of earlier orders. */
  clients: string[];
  lines: Pick<Order['products'][number], 'product' | 'data'>[][];
  /** Drafts being edited, and drafts completed but not submitted. */
  drafts: SimulatedDraft[];
  ready: SimulatedDraft[];
  /** The rows of the last list. */
  seen: Pick<Order, 'id' | 'refCode'>[];
}

/** The whole simulated world. */
export interface World {
  people: SimulatedUser[];
  /** The entity of each client, to check responses against. */
  places: Map<string, string[]>;
  /** Submitted orders that wait for approval, by agency. */
  sent: Map<string, { id: string; revision: number }[]>;
  /** The form that is slow to validate. */
  heavyForm: string;
  report: string;
  /** Number of rows of the report that each user may read. */
  rows: Map<string, number>;
}

const stalls = { radio: 'campaign_name', website: 'site_name' } as const;

/**
 * Loads the users with their records, and signs everybody in. `administrator` is the Cookie header of a user who may
 * create a form.
 */
export async function openWorld(at: {
  url: string;
  administrator: string;
  secret: string;
  users: User[];
}): Promise<World> {
  const { users, secret } = at;
  const [channels, members, clients] = [
    await storeOf('Channel').find({ filter: { orderFormId: { $in: [formId('radio'), formId('website')] } } }),
    await storeOf('EntityMember').find({ filter: { user: { $in: users.map(({ id }) => id) } } }),
    await storeOf('Client').find({ only: ['treeScope'] }),
  ];
  const below = new Map<string, string[]>();
  for (const { id, treeScope } of clients)
    for (const node of treeScope) below.set(node, [...(below.get(node) ?? []), id]);
  const people: SimulatedUser[] = [];
  for (const user of users) {
    const member = members.find((each) => each.user === user.id);
    if (member)
      people.push(await personOf({ user, member, channels, clients: below.get(member.entity) ?? [], secret }));
  }
  return {
    people: people.filter((person) => person.channels.length > 0 && person.clients.length > 0),
    places: new Map(clients.map(({ id, treeScope }) => [id, treeScope])),
    sent: new Map(),
    heavyForm: await largeForm(at.url, at.administrator),
    report: demoId('report', 'revenue'),
    rows: new Map(),
  };
}

interface Known {
  user: User;
  member: EntityMember;
  channels: Channel[];
  clients: string[];
  secret: string;
}

async function personOf({
  user: { id, roles, treeScope },
  member,
  channels,
  clients,
  secret,
}: Known): Promise<SimulatedUser> {
  const agency = treeScope.at(-1) ?? '';
  const own = channels.filter(({ entityId }) => treeScope.includes(entityId));
  const orders = await storeOf('Order').find({ filter: { user: id }, sort: ['-updatedAt'], limit: 30 });
  const stallOf = ({ id: channel, orderFormId: form }: Pick<Channel, 'id' | 'orderFormId'>): EntityWithRecords => {
    const formName = form === formId('radio') ? 'radio' : 'website';
    return { id: channel, form, formName, field: stalls[formName] };
  };
  const known = own.map(stallOf);
  const fieldOf = (form: string) => known.find((each) => each.form === form)?.field ?? '';
  return {
    ...{ id, agency, clients, channels: known },
    cookie: `session=${encodeURIComponent(fastifyCookie.sign(await sessionOf(id), secret))}`,
    isModerator: roles.includes('AGENCY_ADMIN'),
    entity: member.entity,
    lines: orders
      .filter(({ status }) => status === 'COMPLETE')
      .map(({ products }) =>
        products.filter(({ linkedTo }) => !linkedTo).map(({ product, data }) => ({ product, data })),
      ),
    drafts: orders
      .filter(({ status, form }) => status === 'DRAFT' && fieldOf(form) !== '')
      .map(({ form, revision, formData, id: draft }) => ({ id: draft, revision, formData, field: fieldOf(form) })),
    ready: [],
    seen: [],
  };
}

/** Creates sessions directly: signing in 200 users by mail would take minutes. */
async function sessionOf(user: string): Promise<string> {
  const expires = new Date(Date.now() + 86_400_000).toISOString();
  return await createSession({ user, agent: 'Mozilla/5.0 (X11; Linux x86_64) load', expires });
}
