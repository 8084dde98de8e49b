import fastifyCookie from '@fastify/cookie';
import { makeSession } from '../../../api/auth/sessions.ts';
import { formId } from '../../../api/demo/agency/channels.ts';
import { idOf } from '../../../api/demo/agency/seeded.ts';
import { store } from '../../../api/store/store.ts';
import type { Channel, EntityMember, JsonMap, Order, User } from '../../../schemas/generated/types.ts';
import { largeForm } from './large-form.ts';

/** An order that somebody works on, as they saw it last. */
export interface Draft {
  id: string;
  revision: number;
  formData: JsonMap;
  /** The key of the text that is typed into. */
  field: string;
}

export interface Stall {
  id: string;
  form: string;
  formName: 'radio' | 'website';
  field: string;
}

/** Somebody at work: who they are, what they may see, and what they have before them. */
export interface Person {
  id: string;
  cookie: string;
  isModerator: boolean;
  /** The entity that they are a member of: what they may see hangs at or below it. */
  entity: string;
  agency: string;
  channels: Stall[];
  /** Clients for whom they order, and lines that they have ordered before. */
  clients: string[];
  lines: Pick<Order['products'][number], 'product' | 'data'>[][];
  /** What they type into, and what they have filled in and not sent yet. */
  drafts: Draft[];
  ready: Draft[];
  /** What their last list showed. */
  seen: Pick<Order, 'id' | 'refCode'>[];
}

/** All that is worked on. */
export interface World {
  people: Person[];
  /** Where each client stands, for what an answer holds to be held against it. */
  places: Map<string, string[]>;
  /** What was sent and waits, by agency. */
  sent: Map<string, { id: string; revision: number }[]>;
  /** The form whose check is heavy. */
  heavyForm: string;
  report: string;
  /** How many rows of the report each person may read. */
  rows: Map<string, number>;
}

const stalls = { radio: 'campaign_name', website: 'site_name' } as const;

/** Reads who works on what, and signs everybody in. `administrator` is the Cookie header of who may make a form. */
export async function openWorld(at: {
  url: string;
  administrator: string;
  secret: string;
  users: User[];
}): Promise<World> {
  const { users, secret } = at;
  const [channels, members, clients] = [
    await store('Channel').find({ filter: { orderFormId: { $in: [formId('radio'), formId('website')] } } }),
    await store('EntityMember').find({ filter: { user: { $in: users.map(({ id }) => id) } } }),
    await store('Client').find({ only: ['treeScope'] }),
  ];
  const below = new Map<string, string[]>();
  for (const { id, treeScope } of clients)
    for (const node of treeScope) below.set(node, [...(below.get(node) ?? []), id]);
  const people: Person[] = [];
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
    report: idOf('report', 'revenue'),
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

async function personOf({ user: { id, roles, treeScope }, member, channels, clients, secret }: Known): Promise<Person> {
  const agency = treeScope.at(-1) ?? '';
  const own = channels.filter(({ entityId }) => treeScope.includes(entityId));
  const made = await store('Order').find({ filter: { user: id }, sort: ['-updatedAt'], limit: 30 });
  const stallOf = ({ id: channel, orderFormId: form }: Pick<Channel, 'id' | 'orderFormId'>): Stall => {
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
    lines: made
      .filter(({ status }) => status === 'COMPLETE')
      .map(({ products }) =>
        products.filter(({ linkedTo }) => !linkedTo).map(({ product, data }) => ({ product, data })),
      ),
    drafts: made
      .filter(({ status, form }) => status === 'DRAFT' && fieldOf(form) !== '')
      .map(({ form, revision, formData, id: draft }) => ({ id: draft, revision, formData, field: fieldOf(form) })),
    ready: [],
    seen: [],
  };
}

/** A session as signing in makes it: 200 people with a mail each would take minutes. */
async function sessionOf(user: string): Promise<string> {
  const expires = new Date(Date.now() + 86_400_000).toISOString();
  return await makeSession({ user, agent: 'Mozilla/5.0 (X11; Linux x86_64) load', expires });
}
