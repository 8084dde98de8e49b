import { randomUUID } from 'node:crypto';
import type { Faker } from '@faker-js/faker';
import { answerGenerators } from '../../../api/features/demo/orders/answers.ts';
import type { JsonMap, Order } from '../../../schemas/generated/types.ts';
import type { SendRequest } from './http-client.ts';
import { largeBody, rejectedRows } from './large-form.ts';
import { firstWords, secondWords } from './tree.ts';
import type { SimulatedDraft, SimulatedUser, World } from './world.ts';

interface ActionContext {
  person: SimulatedUser;
  world: World;
  send: SendRequest;
  random: Faker;
}

type Act = (doing: ActionContext) => Promise<void>;

interface Named {
  id: string;
}
type Row = Pick<Order, 'id' | 'refCode' | 'status' | 'channelId'> & {
  client: Named | string | null;
  user: Named | string;
};
interface Page<T> {
  results: T[];
  pagination: { total: number };
}

/**
 * The actions of simulated users. Each checks the status and that the response has exactly the requested data, and
 * nobody else's. Throws otherwise.
 */
export const actions = {
  home: async ({ person, send }) => {
    const channel = person.channels[0]?.id;
    const { cookie } = person;
    const [own, waiting, drafts] = await Promise.all([
      send<Page<Row>>({ path: `/api/orders?user=${person.id}&sort=-updatedAt&limit=30&populate=client`, cookie }),
      person.isModerator
        ? send<Page<Row>>({
            path: '/api/orders?waitingFor=me&status=PENDING&sort=waitingSince&limit=5&populate=client,user',
            cookie,
          })
        : send<Page<Row>>({ path: '/api/orders?mine=unfinished&sort=-updatedAt&limit=5&populate=client,user', cookie }),
      send<Page<Row>>({ path: `/api/orders?channelId=${channel}&status=DRAFT&limit=1`, cookie }),
    ]);
    assertThat(
      own.results.every(({ user }) => user === person.id),
      "somebody else's order among one's own",
    );
    assertThat(
      waiting.results.length <= 5 && drafts.results.every(({ status }) => status === 'DRAFT'),
      'the counts of Home',
    );
  },
  list: async ({ person, send, random, world }) => {
    const { id } = random.helpers.arrayElement(person.channels);
    const status = random.helpers.arrayElement(['', '', 'DRAFT', 'PENDING', 'COMPLETE']);
    const page = status === '' ? random.helpers.arrayElement([1, 1, 1, 2, 5]) : 1;
    const path = `/api/orders?channelId=${id}&sort=-updatedAt&page=${page}&limit=20&populate=client,user&status=${status}`;
    const { results } = await send<Page<Row>>({ path, cookie: person.cookie });
    assertThat(
      results.every((row) => row.channelId === id && (status === '' || row.status === status)),
      'another channel or status',
    );
    assertThat(
      results.every(({ client }) => mayRead({ world, person, client })),
      "another agency's order in a list",
    );
    person.seen = results.map(({ id: order, refCode }) => ({ id: order, refCode }));
  },
  open: async ({ person, send, random }) => {
    const target = person.seen.length > 0 ? random.helpers.arrayElement(person.seen) : undefined;
    const id = target?.id ?? person.drafts[0]?.id;
    const { cookie } = person;
    const [order, form] = await Promise.all([
      send<Order>({ path: `/api/orders/${id}?populate=client,user,product`, cookie }),
      send<{ formSchema: JsonMap }>({ path: `/api/orders/${id}/form`, cookie }),
    ]);
    assertThat(
      order.id === id && (!target || order.refCode === target.refCode),
      'another order than the one that was opened',
    );
    assertThat(form.formSchema.root !== undefined, 'an order without its form');
  },
  save: async ({ person, send, random }) => {
    const draft = random.helpers.arrayElement(person.drafts);
    const text = `${random.commerce.productAdjective()} ${randomUUID().slice(0, 8)}`;
    const changed = await send<Order>({
      method: 'PATCH',
      path: `/api/orders/${draft.id}`,
      cookie: person.cookie,
      headers: { 'if-match': `"${draft.revision}"` },
      body: { formData: { ...draft.formData, [draft.field]: text }, autosave: random.number.int(9) < 7 },
    });
    const note = `${draft.revision} ${text}, answered ${changed.revision} ${changed.formData[draft.field]}`;
    assertThat(changed.formData[draft.field] === text && changed.revision > draft.revision, `a save was lost: ${note}`);
    Object.assign(draft, { revision: changed.revision, formData: changed.formData });
  },
  create: async ({ person, send, random }) => {
    const { id: channelId, form, formName, field } = random.helpers.arrayElement(person.channels);
    const [first, second] = answerGenerators[formName].fill({ random, client: null, at: new Date() });
    const client = random.helpers.arrayElement(person.clients);
    const products = person.lines.length > 0 ? random.helpers.arrayElement(person.lines) : [];
    const order = await send<Order>({
      method: 'POST',
      path: '/api/orders',
      cookie: person.cookie,
      headers: { 'idempotency-key': randomUUID() },
      body: { channelId, form, client, formData: { ...first, ...second }, products },
    });
    assertThat(
      order.status === 'DRAFT' && order.client === client && order.user === person.id,
      'another order than was made',
    );
    const draft = { id: order.id, revision: order.revision, formData: order.formData, field };
    // Limit the drafts that a simulated user remembers.
    if (isReady(order)) person.ready = [draft, ...person.ready].slice(0, maxDrafts);
    else person.drafts = [draft, ...person.drafts].slice(0, maxDrafts);
  },
  submit: async (doing): Promise<void> => {
    const { person, send, world } = doing;
    const draft = person.ready.pop();
    if (!draft) return await actions.create(doing);
    const sent = await send<Order>({ ...changeOf(person, draft), body: { status: 'PENDING' } });
    assertThat(
      sent.id === draft.id && sent.status === 'PENDING' && sent.submissionDate !== null,
      'an order that was not sent',
    );
    world.sent.set(person.agency, [...(world.sent.get(person.agency) ?? []), { id: sent.id, revision: sent.revision }]);
  },
  approve: async (doing): Promise<void> => {
    const { person, send, world } = doing;
    const order = world.sent.get(person.agency)?.shift();
    if (!order) return await actions.list(doing);
    const approved = await send<Order>({ ...changeOf(person, order), body: { status: 'COMPLETE' } });
    assertThat(approved.id === order.id && approved.status === 'COMPLETE', 'an order that was not approved');
  },
  search: async ({ person, send, random, world }) => {
    const words = wordsOf(random);
    const path = `/api/search?search=${encodeURIComponent(words)}`;
    const { clients, orders } = await send<{ clients: { id: string; name: string }[]; orders: Row[] }>({
      path,
      cookie: person.cookie,
    });
    assertThat(
      clients.every((client) => mayRead({ world, person, client })),
      "another agency's client found",
    );
    const begins = words.slice(0, 3).toLowerCase();
    assertThat(
      clients.every(({ name }) => name.toLowerCase().includes(begins)),
      'a client found by other words',
    );
    assertThat(
      orders.every(({ channelId }) => person.channels.some(({ id }) => id === channelId)),
      "another agency's order found",
    );
  },
  clients: async ({ person, send, random, world }) => {
    const { id } = random.helpers.arrayElement(person.channels);
    const path = `/api/clients?search=${wordsOf(random).slice(0, 3)}&channel=${id}&sort=name&page=1&limit=20`;
    const { results } = await send<Page<Named>>({ path, cookie: person.cookie });
    assertThat(
      results.every((client) => mayRead({ world, person, client })),
      "another agency's client in a list",
    );
  },
  check: async ({ person, send, world: { heavyForm } }) => {
    const path = `/api/forms/${heavyForm}/check`;
    const { problems } = await send<{ problems: object[] }>({
      method: 'POST',
      path,
      cookie: person.cookie,
      body: largeBody,
    });
    assertThat(problems.length === rejectedRows, 'a check that found something else');
  },
  history: async ({ person, send, random }) => {
    const id = person.seen.length > 0 ? random.helpers.arrayElement(person.seen).id : person.drafts[0]?.id;
    const { results } = await send<Page<{ patch: object[] }>>({
      path: `/api/orders/${id}/versions?limit=20`,
      cookie: person.cookie,
    });
    assertThat(
      results.every(({ patch }) => Array.isArray(patch)),
      'versions without what they change',
    );
  },
  rows: async ({ person, send, world }) => {
    const path = `/api/reports/${world.report}/view?page=1&limit=50`;
    const { results } = await send<Page<{ data: { agency_client_id: string } }>>({ path, cookie: person.cookie });
    const isOurs = ({ data }: (typeof results)[number]) => mayRead({ world, person, client: data.agency_client_id });
    assertThat(results.length > 0 && results.every(isOurs), "another agency's row");
  },
  totals: async ({ person, send, world }) => {
    const { rows } = await send<{ rows: number }>({
      path: `/api/reports/${world.report}/summary`,
      cookie: person.cookie,
    });
    const before = world.rows.get(person.id) ?? rows;
    assertThat(rows > 0 && rows === before, `totals of ${rows} rows that were of ${before}`);
    world.rows.set(person.id, rows);
  },
} satisfies Record<string, Act>;

export type ActionKind = keyof typeof actions;

/** Relative frequency of each action per thousand; moderators approve in place of ordering. */
export const actionFrequencies: { of: (person: SimulatedUser) => { value: ActionKind; weight: number }[] } = {
  of: ({ isModerator }) => [
    { value: 'home', weight: 60 },
    { value: 'list', weight: 200 },
    { value: 'open', weight: 250 },
    { value: 'save', weight: 190 },
    { value: 'create', weight: 55 },
    ...(isModerator ? [{ value: 'approve' as const, weight: 400 }] : []),
    { value: 'submit', weight: 45 },
    { value: 'search', weight: 100 },
    { value: 'clients', weight: 40 },
    { value: 'check', weight: 30 },
    { value: 'history', weight: 20 },
    { value: 'rows', weight: 4 },
    { value: 'totals', weight: 1 },
  ],
};

const maxDrafts = 20;

/** Whether the order has no problems, so that it can be submitted. */
const isReady = (order: Order & { problems?: object[] }) => order.problems?.length === 0;

const changeOf = ({ cookie }: SimulatedUser, { id, revision }: Pick<SimulatedDraft, 'id' | 'revision'>) => ({
  method: 'PATCH' as const,
  path: `/api/orders/${id}`,
  cookie,
  headers: { 'if-match': `"${revision}"` },
});

/** What a user types to search for a client: a word prefix, or two. */
function wordsOf(random: Faker): string {
  const wordPrefix = (words: string[]) => random.helpers.arrayElement(words).slice(0, 3);
  return random.datatype.boolean() ? wordPrefix(firstWords) : `${wordPrefix(firstWords)} ${wordPrefix(secondWords)}`;
}

function mayRead({
  world,
  person,
  client,
}: {
  world: World;
  person: SimulatedUser;
  client: Named | string | null;
}): boolean {
  if (client === null) return true;
  const place = world.places.get(typeof client === 'string' ? client : client.id);
  return place?.includes(person.entity) ?? false;
}

/** Throws the message when the condition is false. */
function assertThat(isSo: boolean, wrong: string): void {
  if (!isSo) throw new Error(wrong);
}
