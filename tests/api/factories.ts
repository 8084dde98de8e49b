import type { Channel, Client, Entity, Form, Order, Product, User } from '#schemas/generated/types.ts';
import { type ApiCallers, callExpecting, type SignedInUser } from '#tests/product/callers.ts';

const numbers = { last: 0 };

/** A number that is unique within the test file, for names that must differ. */
function next(): number {
  numbers.last += 1;
  return numbers.last;
}

/** Creates an entity, at the top of the tree unless it has a parent. */
export function anEntity({ admin }: ApiCallers, fields: Partial<Entity> = {}): Promise<Entity> {
  return admin.create('Entity', { name: `Agency ${next()}`, ...fields });
}

/** Creates a user without roles who is a member of the given entities. */
export function aUser({ admin }: ApiCallers, fields: Partial<User> & { memberOf?: Entity[] } = {}): Promise<User> {
  const { memberOf = [], ...own } = fields;
  const number = next();
  return admin.create('User', {
    name: `Person ${number}`,
    email: `person-${number}@example.com`,
    ...(memberOf.length > 0 ? { memberships: memberOf.map(({ id }) => ({ entity: id })) } : {}),
    ...own,
  });
}

/** The required fields of a client (spec 5). */
export function clientFields(): Partial<Client> {
  return {
    name: `Client ${next()}`,
    businessOwner: 'Ada Stone',
    businessName: 'Stone Bakery',
    businessAddress: { street: '1 Main Street', city: 'Salem', state: 'OR', zip: '97301' },
    phoneNumber: '503-555-0100',
    website: 'https://bakery.example',
    industry: 'Food',
  };
}

/** Creates a client below the given entity, or outside the tree if none is given. */
export function aClient(
  { admin }: ApiCallers,
  { below, ...fields }: Partial<Client> & { below?: Entity } = {},
): Promise<Client> {
  const body = { ...clientFields(), ...fields };
  if (!below) return admin.create('Client', body);
  return callExpecting(admin.call, 201, { method: 'POST', path: `/api/entities/${below.id}/clients`, body });
}

/**
 * Creates a form with the given widgets one below the other; by default with one required text field called `headline`.
 */
export function aForm(
  { admin }: ApiCallers,
  { widgets, ...fields }: Partial<Form> & { widgets?: object[] } = {},
): Promise<Form> {
  const rows = (widgets ?? [textInput('headline', 'Headline')]).map((widget) => ({ columns: [{ ratio: 1, widget }] }));
  const formSchema = { version: 1, root: { type: 'container', config: { layout: rows } } };
  return admin.create('Form', { name: `Form ${next()}`, formSchema, ...fields });
}

/** A required text field. */
export function textInput(key: string, label: string): object {
  return { type: 'text_input', meta: { key, label }, config: { required: true } };
}

/** Creates a channel of the entity, with a new form if none is given. */
export async function aChannel(
  api: ApiCallers,
  fields: Partial<Channel> & { entity: Entity; form?: Form },
): Promise<Channel> {
  const { entity, form, ...own } = fields;
  const number = next();
  const orderForm = form ?? (await aForm(api));
  return api.admin.create('Channel', {
    name: `Channel ${number}`,
    slug: `channel-${number}`,
    entityId: entity.id,
    orderFormId: orderForm.id,
    ...own,
  });
}

/** Creates a product that everybody may order and whose order lines need no data. */
export function aProduct({ admin }: ApiCallers, fields: Partial<Product> = {}): Promise<Product> {
  const number = next();
  return admin.create('Product', { key: `product_${number}`, name: `Product ${number}`, ...fields });
}

/** Fixture: an entity with a channel, a client, an agency admin and an agency user, both signed in. */
export type Agency = { entity: Entity; channel: Channel; client: Client; moderator: SignedInUser; user: SignedInUser };

export async function anAgency(api: ApiCallers, { form }: { form?: Form } = {}): Promise<Agency> {
  const entity = await anEntity(api);
  const channel = await aChannel(api, { entity, ...(form ? { form } : {}) });
  const client = await aClient(api, { below: entity });
  const moderator = await aUser(api, { roles: ['AGENCY_ADMIN'], memberOf: [entity] });
  const user = await aUser(api, { roles: ['AGENCY_USER'], memberOf: [entity] });
  return {
    entity,
    channel,
    client,
    moderator: await api.signedInAs(moderator),
    user: await api.signedInAs(user),
  };
}

/** Creates a draft of the agency's user for its client, with the channel's form. */
export function aDraft({ user, channel, client }: Agency, fields: Partial<Order> = {}): Promise<Order> {
  return user.create('Order', {
    channelId: channel.id,
    form: channel.orderFormId,
    client: client.id,
    formData: { headline: 'Fresh bread' },
    ...fields,
  });
}
