import type { User } from '#schemas/generated/types.ts';
import { type Agency, aDraft, aForm, anAgency, aProduct, aUser, textInput } from './factories.ts';
import { saved } from './ordering.ts';
import { type Api, expecting, type Person } from './server.ts';

/** Stands in every text of the other agency: where somebody of ours is answered it, something leaked. */
export const mark = 'Zanzibar';

/** An agency of strangers that has something of everything, by the resource that each of its ids names. */
export interface OtherAgency {
  agency: Agency;
  /** Somebody who was its member, made an order there, and has left. */
  former: Person;
  /** Fills the parameters of a path of the OpenAPI document with the ids of its records. */
  pathTo(path: string): string;
  /** One of its records, by resource. */
  ids: Record<string, string>;
  /** Every one of its records as an administrator reads it now. */
  snapshot(): Promise<Record<string, unknown>>;
}

/** Makes all of it through the API, as the people do who may. */
export async function theOtherAgency(api: Api): Promise<OtherAgency> {
  const { admin } = api;
  const form = await aForm(api, { name: `${mark} form`, widgets: [textInput('headline', `${mark} headline`)] });
  const agency = await anAgency(api, { form });
  const { entity, channel, client, user } = agency;
  for (const [path, body] of [
    [`/api/entities/${entity.id}`, { name: `${mark} agency` }],
    [`/api/channels/${channel.id}`, { name: `${mark} channel`, slug: mark.toLowerCase() }],
    [`/api/clients/${client.id}`, { name: `${mark} client`, businessName: `${mark} business`, externalId: mark }],
    [`/api/users/${user.user.id}`, { name: `${mark} person` }],
  ] as const)
    await expecting(admin.call, 200, { method: 'PATCH', path, body });
  const product = await aProduct(api, { name: `${mark} product`, availability: 'CONTROLLED' });
  const rule = await below<{ id: string }>(admin, `/api/products/${product.id}/access_rules`, {
    refType: 'entity',
    refId: entity.id,
    rule: 'grant',
  });
  const leaver = await aUser(api, { roles: ['AGENCY_ADMIN'], memberOf: [entity] });
  const former = await api.signedInAs(leaver);
  const formers = await aDraft({ ...agency, user: former }, { formData: { headline: `${mark} spot` } });
  await expecting(admin.call, 200, { method: 'DELETE', path: `/api/entities/${entity.id}/members/${leaver.id}` });
  const order = await aDraft(agency, { formData: { headline: `${mark} spot` } });
  await saved(user, order, { products: [{ product: product.id }] });
  const guild = await admin.create('Guild', { name: `${mark} guild` });
  const resource = await below<{ id: string }>(admin, `/api/guilds/${guild.id}/resources`, {
    title: `${mark} tile`,
    place: 'homepage',
    content: mark,
  });
  const report = await admin.create('Report', { name: 'Revenue', config: { columns: ['revenue'] } });
  const row = await below<{ id: string }>(admin, `/api/reports/${report.id}/rows`, {
    batch: mark,
    data: { agency_client_id: client.id, caption: `${mark} caption` },
  });
  const proof = await admin.create('ProofOfWork', {
    orderId: order.id,
    batch: mark,
    name: `${mark} log`,
    date: '2026-11-01T00:00:00.000Z',
  });
  const view = await user.create('SavedView', { name: `${mark} view`, resource: 'orders', config: {} });
  const template = await admin.create('EmailTemplate', { subject: `${mark} mail`, content: mark });
  const { emailAddresses, authProviders }: User = await admin.read('User', user.user.id);
  const ids: Record<string, string> = {
    Entity: entity.id,
    Channel: channel.id,
    Form: form.id,
    Client: client.id,
    User: user.user.id,
    Product: product.id,
    Order: order.id,
    Guild: guild.id,
    ProofOfWork: proof.id,
    SavedView: view.id,
    EmailTemplate: template.id,
    EmailAddress: emailAddresses[0]?.id ?? '',
  };
  const byPlace: Record<string, string> = {
    entities: entity.id,
    channels: channel.id,
    forms: form.id,
    clients: client.id,
    users: user.user.id,
    products: product.id,
    orders: order.id,
    guilds: guild.id,
    guild_resources: resource.id,
    proof_of_work: proof.id,
    saved_views: view.id,
    email_templates: template.id,
    email_addresses: emailAddresses[0]?.id ?? '',
    reports: report.id,
  };
  const inside: Record<string, string> = {
    addressId: emailAddresses[0]?.id ?? '',
    providerId: authProviders[0]?.id ?? '',
    ruleId: rule.id,
    userId: user.user.id,
    resourceId: resource.id,
    rowId: row.id,
    number: '1',
  };
  const unknown = '0123456789abcdef01234567';
  const pathTo = (path: string) => {
    const [, , place = ''] = path.split('/');
    return path.replace(/\{(\w+)\}/g, (_, name: string) => (name === 'id' ? byPlace[place] : inside[name]) ?? unknown);
  };
  const places = [
    ...Object.entries(byPlace).map(([place, id]) => `/api/${place}/${id}`),
    `/api/orders/${formers.id}`,
    `/api/entities/${entity.id}/members`,
    `/api/products/${product.id}/access_rules`,
    `/api/guilds/${guild.id}/resources`,
    `/api/reports/${report.id}/rows`,
    `/api/users/${user.user.id}/email_addresses`,
    `/api/users/${user.user.id}/auth_providers`,
    `/api/users/${leaver.id}`,
    `/api/orders/${order.id}/versions`,
  ].filter((path) => !/\/(email_addresses|guild_resources)\/[0-9a-f]+$/.test(path));
  return {
    agency,
    former,
    ids,
    pathTo,
    snapshot: async () => {
      const all: Record<string, unknown> = {};
      for (const path of places) all[path] = await expecting(admin.call, 200, { path });
      return all;
    },
  };
}

const below = <T>({ call }: Person, path: string, body: object): Promise<T> =>
  expecting<T>(call, 201, { method: 'POST', path, body });
