import { decideAccess } from '#schemas/access/product-access.ts';
import type { Form as ReadForm } from '#schemas/forms/form.ts';
import { readForm } from '#schemas/forms/read-form.ts';
import type { Channel, Client, Entity, EntityMember, Form, User } from '#schemas/generated/types.ts';
import { storeOf } from '../../../engine/store/store.ts';
import { type LineProduct, lineProducts } from '../../orders/lines/lines.ts';
import { type FormName, formId, formNames } from '../agency/channels.ts';

/** A user who orders on a channel: their clients, available products, and the treeScope of orders without a client. */
export interface Buyer {
  user: User;
  clients: Client[];
  products: LineProduct[];
  treeScope: string[];
}

/** A channel with its buyers. */
export interface SalesChannel {
  channel: Channel;
  formName: FormName;
  form: ReadForm;
  /** The form record as stored. */
  stored: Form;
  buyers: Buyer[];
}

/** The stored data that orders are generated from. */
export interface Market {
  stalls: SalesChannel[];
  products: Map<string, LineProduct>;
  /** Moderators by entity id. */
  moderators: Map<string, User[]>;
}

/** Loads the agencies from the database: channels with demo forms, and their buyers. */
export async function readMarket(): Promise<Market> {
  const [channels, forms, users, members, entities, clients, products] = [
    await storeOf('Channel').find({ sort: ['slug'] }),
    await storeOf('Form').find({ filter: { _id: { $in: formNames.map(formId) } } }),
    await storeOf('User').find({ filter: { inactive: false }, sort: ['email'] }),
    await storeOf('EntityMember').find({}),
    await storeOf('Entity').find({ filter: { subType: 'abstract' } }),
    await storeOf('Client').find({ sort: ['name'] }),
    await allProducts(),
  ];
  const people = users.map((user) => ({ user, entities: entitiesOf(user, members, entities) }));
  const read = new Map(forms.map((stored) => [stored.id, { stored, form: readForm(stored.formSchema) }]));
  const stalls = channels.flatMap((channel) => {
    const known = read.get(channel.orderFormId);
    const formName = formNames.find((name) => formId(name) === channel.orderFormId);
    if (!known || !formName) return [];
    const buyers = people.flatMap((person) => buyerOn({ channel, person, clients, products }) ?? []);
    return buyers.length > 0 ? [{ channel, formName, ...known, buyers }] : [];
  });
  return { stalls, products, moderators: moderatorsOf(people) };
}

interface Person {
  user: User;
  entities: Entity[];
}

async function allProducts(): Promise<Map<string, LineProduct>> {
  return await lineProducts((await storeOf('Product').find({ sort: ['key'] })).map(({ id }) => id));
}

function entitiesOf(user: User, members: EntityMember[], entities: Entity[]): Entity[] {
  const own = new Set(members.filter((member) => member.user === user.id).map(({ entity }) => entity));
  return entities.filter(({ id }) => own.has(id));
}

/**
 * Returns the buyer if the person has a branch of the channel (design 4) and clients; null for others, including
 * supervisors.
 */
function buyerOn(from: {
  channel: Channel;
  person: Person;
  clients: Client[];
  products: Map<string, LineProduct>;
}): Buyer | null {
  const { channel, person, clients, products } = from;
  const { user, entities } = person;
  const place = entities.find(
    ({ id, treeScope }) => channel.treeScope.includes(id) || treeScope.includes(channel.entityId),
  );
  if (!place || user.roles.includes('AGENCY_ADMIN')) return null;
  const own = entities.filter(({ treeScope }) => treeScope.includes(channel.entityId)).map(({ id }) => id);
  const known = clients.filter(({ treeScope }) => treeScope.some((id) => own.includes(id)));
  if (known.length === 0) return null;
  const allowed = decideAccess([...products.values()], {
    user: user.id,
    entities: entities.flatMap(({ treeScope }) => treeScope),
  });
  return {
    user,
    clients: known,
    products: allowed.flatMap((id) => products.get(id) ?? []),
    treeScope: place.treeScope,
  };
}

function moderatorsOf(people: Person[]): Map<string, User[]> {
  const moderators = new Map<string, User[]>();
  for (const { user, entities } of people.filter((person) => person.user.roles.includes('AGENCY_ADMIN'))) {
    for (const { id } of entities) moderators.set(id, [...(moderators.get(id) ?? []), user]);
  }
  return moderators;
}
