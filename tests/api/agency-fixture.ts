import { storeOf } from '#api/engine/store/store.ts';
import { schemas } from '#schemas/generated/registry.ts';
import type { User } from '#schemas/generated/types.ts';
import { resourceOf } from '#schemas/resource/resource.ts';
import { type ApiCallers, callExpecting, type SignedInUser } from '#tests/product/callers.ts';
import {
  creatableResources,
  createSample,
  parameterOf,
  parentOf,
  type RoutedName,
  routedResources,
  urlKeyOf,
} from './contract-resources.ts';
import { type Agency, aDraft, aForm, anAgency, aProduct, aUser, textInput } from './factories.ts';
import { type ApiOperation, fillPath } from './operations.ts';
import { patchOrderOk } from './order-helpers.ts';
import { fileForm, type Uploads } from './uploads.ts';

/** Fixture: an agency with at least one record of each resource that can be created. */
export interface AgencyFixture {
  agency: Agency;
  /** A former member who created an order there, and has left. */
  formerMember: SignedInUser;
  /** One of its records, by resource. */
  ids: Record<string, string>;
  /** Fills a path of the OpenAPI document with the ids of its records. Throws if one is missing. */
  pathTo(path: string): string;
  /** Reads all of its records in their current state as an administrator. */
  snapshot(endpoints: ApiOperation[]): Promise<Record<string, unknown>>;
}

interface World {
  api: ApiCallers;
  uploads: Uploads;
  /** A word in every text of the agency: if it is in a response to another agency, data leaked. */
  mark: string;
}

/**
 * Creates the agency through the API, as users do. A resource without code of its own here is created from its sample
 * (samples.ts), so that new resources are included automatically.
 */
export async function createAgencyFixture({ api, uploads, mark }: World): Promise<AgencyFixture> {
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
    await callExpecting(admin.call, 200, { method: 'PATCH', path, body });
  const invitation = await below<{ id: string }>(admin, `/api/entities/${entity.id}/invitations`, {
    address: `${mark}.invited@example.com`,
  });
  const product = await aProduct(api, { name: `${mark} product`, availability: 'CONTROLLED' });
  const rule = await below<{ id: string }>(admin, `/api/products/${product.id}/access_rules`, {
    refType: 'entity',
    refId: entity.id,
    rule: 'grant',
  });
  const leaver = await aUser(api, { roles: ['AGENCY_ADMIN'], memberOf: [entity] });
  const formerMember = await api.signedInAs(leaver);
  const formers = await aDraft({ ...agency, user: formerMember }, { formData: { headline: `${mark} spot` } });
  await callExpecting(admin.call, 200, { method: 'DELETE', path: `/api/entities/${entity.id}/members/${leaver.id}` });
  const order = await aDraft(agency, { formData: { headline: `${mark} spot` } });
  await patchOrderOk(user, order, { products: [{ product: product.id }] });
  const mail = await storeOf('OutboxMessage').insert({
    ...{ kind: 'onboarding', to: [`${mark}@example.com`], subject: `${mark} mail`, text: mark, status: 'sent' },
    order: order.id,
  });
  const guild = await admin.create('Guild', { name: `${mark} guild` });
  const resource = await below<{ id: string }>(admin, `/api/guilds/${guild.id}/resources`, {
    title: `${mark} tile`,
    place: 'homepage',
    content: mark,
  });
  // The report belongs to the product, its rows to an agency.
  const report = await theReport(admin);
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
  const schedule = await user.create('ReportSchedule', { report: report.id, config: { address: mark } });
  const template = await admin.create('EmailTemplate', { subject: `${mark} mail`, content: mark });
  const file = await uploads.upload(user, fileForm(mark, `${mark}.txt`));
  const audit = await storeOf('ProspectAudit').insert({
    ...{ businessName: `${mark} prospect`, userId: user.user.id, treeScope: entity.treeScope },
  });
  const link = await below<{ id: string }>(user, '/api/share_links', { kind: 'prospectAudit', subject: audit.id });
  const passkey = await storeOf('Passkey').insert({
    ...{ user: user.user.id, name: `${mark} passkey`, host: 'localhost' },
    ...{ credentialId: mark, publicKey: mark, userHandle: mark },
  });
  const session = await storeOf('Session').findOne({ user: user.user.id });
  const { emailAddresses, authProviders }: User = await admin.read('User', user.user.id);
  const ids: Record<string, string> = {
    Entity: entity.id,
    EntityMember: user.user.id,
    Invitation: invitation.id,
    Channel: channel.id,
    Form: form.id,
    Client: client.id,
    User: user.user.id,
    Product: product.id,
    AccessRule: rule.id,
    Order: order.id,
    Guild: guild.id,
    GuildResource: resource.id,
    Report: report.id,
    ReportRow: row.id,
    ProofOfWork: proof.id,
    ReportSchedule: schedule.id,
    SavedView: view.id,
    EmailTemplate: template.id,
    EmailAddress: emailAddresses[0]?.id ?? '',
    AuthProvider: authProviders[0]?.id ?? '',
    Passkey: passkey.id,
    File: file.id,
    ProspectAudit: audit.id,
    ShareLink: link.id,
    OutboxMessage: mail.id,
    Session: session?.id ?? '',
  };
  for (const name of creatableResources.filter((each) => !ids[each])) ids[name] = await sampleWith(api, name, mark);
  const pathTo = pathFiller(ids);
  const others = [`/api/orders/${formers.id}`, `/api/users/${leaver.id}`];
  return {
    agency,
    formerMember,
    ids,
    pathTo,
    snapshot: async (endpoints) => {
      // A workbook has the rows of the CSV, and the time of its creation.
      const own = endpoints.filter(
        ({ method, path }) => method === 'GET' && path.includes('{') && !path.endsWith('.xlsx'),
      );
      const all: Record<string, unknown> = {};
      for (const path of [...own.map((endpoint) => pathTo(endpoint.path)), ...others]) {
        const { status, body } = await admin.call({ path });
        // An error body has a unique request id.
        all[path] = status < 300 ? body : status;
      }
      return all;
    },
  };
}

/**
 * Returns a function that fills paths of the OpenAPI document with record ids, by resource. It throws if one is
 * missing.
 */
export const pathFiller = (ids: Record<string, string>) => (path: string) =>
  fillPath(path, (place, parameter) => idFor(ids, place, parameter));

/** The id for a path parameter: of the resource whose list or nested list precedes it. */
function idFor(ids: Record<string, string>, place: string, parameter: string): string {
  if (parameter === 'number') return '1';
  // The options of a field, from a resource: the records that the caller can read.
  if (parameter === 'source') return 'clients';
  if (parameter === 'mail' && ids.OutboxMessage) return ids.OutboxMessage;
  if (place === 'proxy' && ids.User) return ids.User;
  if (place === 'sessions' && ids.Session) return ids.Session;
  const name = routedResources.find((each) =>
    parameter === 'id'
      ? resourceOf(schemas[each]).path === place
      : parentOf(each)?.path === place && parameterOf(each) === parameter,
  );
  const id = name && ids[name];
  if (id) return id;
  // A resource that only the product creates: its path exists, but no record.
  if (name && !creatableResources.includes(name)) return '0123456789abcdef01234567';
  throw new Error(`agency-fixture.ts has nothing for {${parameter}} behind ${place}`);
}

/** Creates the sample of a resource with the mark in its first free text. */
async function sampleWith(api: ApiCallers, name: RoutedName, mark: string): Promise<string> {
  const { record, url } = await createSample(api, name);
  const isText = (field: string) => ['name', 'title', 'subject', 'description', 'batch'].includes(field);
  const text = Object.keys(schemas[name].properties).find(isText);
  if (text) await api.admin.call({ method: 'PATCH', path: url, body: { [text]: `${mark} ${text}` } });
  return String(Reflect.get(record, urlKeyOf(name)));
}

async function theReport(admin: SignedInUser): Promise<{ id: string }> {
  const { results } = await callExpecting<{ results: { id: string }[] }>(admin.call, 200, { path: '/api/reports' });
  return results[0] ?? (await admin.create('Report', { name: 'Revenue', config: { columns: ['revenue'] } }));
}

const below = <T>({ call }: SignedInUser, path: string, body: object): Promise<T> =>
  callExpecting<T>(call, 201, { method: 'POST', path, body });
