import type { Records } from '#schemas/generated/types.ts';
import type { ApiCallers } from '#tests/product/callers.ts';
import { aChannel, aClient, aForm, anEntity, aProduct, aUser, clientFields, textInput } from './factories.ts';

/**
 * The data that the contract tests need for a resource: a valid body, a change to it, and the missing fields of an
 * empty body.
 */
export type Sample = {
  body: (api: ApiCallers) => Promise<object> | object;
  change: Record<string, unknown>;
  lacks: string[];
};

const missing = (...labels: string[]) => labels.map((label) => `Missing required field: ${label}`);
const numbers = { last: 0 };
const next = () => {
  numbers.last += 1;
  return numbers.last;
};

/** A sample of every resource that has calls. The contract tests fail for a resource without one. */
export const samples: { [Name in keyof Records]?: Sample } = {
  AccessRule: {
    body: async (api) => ({ refType: 'entity', refId: (await anEntity(api)).id, rule: 'grant' }),
    change: { priority: 5 },
    lacks: missing('For', 'Id', 'Rule'),
  },
  AuthProvider: {
    body: () => ({ type: 'BASIC', key: `ada-${next()}`, challenge: 'a long enough password' }),
    // User names are unique: the name of the last created record, with a suffix.
    get change() {
      return { key: `ada-${numbers.last}-again` };
    },
    lacks: missing('Type', 'Key'),
  },
  BulkJob: {
    body: () => ({ resource: 'orders', action: 'duplicate', ids: ['0123456789abcdef01234567'] }),
    change: { status: 'canceled' },
    lacks: missing('List', 'Action'),
  },
  Channel: {
    body: async (api) => {
      const [entity, form] = [await anEntity(api), await aForm(api)];
      return { name: 'Radio', slug: `radio-${next()}`, entityId: entity.id, orderFormId: form.id };
    },
    change: { description: 'Spots on the air' },
    lacks: missing('Name', 'Slug', 'Entity', 'Order form'),
  },
  Client: {
    body: () => clientFields(),
    change: { industry: 'Retail' },
    lacks: missing(
      'Client Name',
      'Business owner',
      'Business name',
      'Phone number',
      'Website',
      'Industry',
      'Street address',
      'City',
      'State',
      'ZIP code',
    ),
  },
  EmailAddress: {
    body: () => ({ address: `other-${next()}@example.com` }),
    change: { primary: true },
    lacks: missing('Address'),
  },
  EmailTemplate: {
    body: () => ({
      subject: `Your order ${next()}`,
      content: 'It is **done**.',
      to: [{ type: 'static', value: 'a@example.com' }],
    }),
    change: { subject: 'Your order is done' },
    lacks: missing('Subject'),
  },
  Entity: {
    body: async (api) => ({ name: `Branch ${next()}`, parent: (await anEntity(api)).id }),
    change: { shortName: 'B' },
    lacks: missing('Name'),
  },
  EntityMember: {
    body: async (api) => ({ user: (await aUser(api)).id }),
    change: { flags: 1 },
    lacks: missing('User'),
  },
  Form: {
    body: () => ({ name: `Campaign ${next()}`, formSchema: formSchema() }),
    change: { description: 'For campaigns' },
    lacks: missing('Name', 'Form schema'),
  },
  FormBlock: {
    body: () => ({ name: `Block ${next()}`, widgets: [textInput('street', 'Street')] }),
    change: { widgets: [textInput('city', 'City')] },
    lacks: missing('Name', 'Widgets'),
  },
  Guild: {
    body: () => ({ name: `Guild ${next()}`, allowedEmailDomains: ['guild.example'] }),
    change: { allowedEmailDomains: null },
    lacks: missing('Name'),
  },
  GuildResource: {
    body: () => ({ title: `Tile ${next()}`, place: 'homepage', content: 'Read *this*.' }),
    change: { order: 3 },
    lacks: missing('Title'),
  },
  Invitation: {
    body: () => ({ address: `invited-${next()}@example.com` }),
    change: {},
    lacks: missing('Address'),
  },
  OptionList: {
    body: () => ({
      name: `Stations ${next()}`,
      key: `stations_${next()}`,
      options: [{ value: 'kqed', label: 'KQED' }],
    }),
    change: { options: [{ value: 'kqed' }, { value: 'wnyc', group: 'East' }] },
    lacks: missing('Name', 'Key'),
  },
  Order: {
    body: async (api) => {
      const channel = await aChannel(api, { entity: await anEntity(api) });
      const client = await aClient(api);
      return { channelId: channel.id, form: channel.orderFormId, client: client.id, formData: { headline: 'Bread' } };
    },
    change: { formData: { headline: 'Cake' } },
    lacks: ['Channel must be provided', 'Form must be provided'],
  },
  Product: {
    body: () => ({ key: `spot_${next()}`, name: 'Radio spot', schema: { type: 'object' } }),
    change: { group: 'Audio' },
    lacks: missing('Key', 'Name'),
  },
  ProductSuggestion: {
    body: async (api) => ({
      name: `Slow ${next()}`,
      product: (await aProduct(api, { availability: 'CONTROLLED' })).id,
      condition: '$scores.speed < 50',
    }),
    change: { condition: '$score < 40 and $outcome != "noSite"' },
    lacks: missing('Why', 'Product', 'When'),
  },
  ProofOfWork: {
    body: async (api) => {
      const { id } = await anOrder(api);
      return { orderId: id, batch: 'November', name: 'Spot log', date: '2026-11-01T00:00:00.000Z' };
    },
    change: { hidden: true },
    lacks: missing('Batch', 'Order', 'Name', 'Date'),
  },
  ProspectAudit: {
    body: () => ({ businessName: `Prospect ${next()}` }),
    change: {},
    lacks: missing('Business name'),
  },
  Report: {
    body: () => ({ name: `Revenue ${next()}`, config: { columns: ['revenue'] } }),
    change: { name: 'Net revenue' },
    lacks: missing('Name'),
  },
  ReportRow: {
    body: () => ({ batch: `b-${next()}`, data: { organization_name: 'North', revenue: 12.5 } }),
    change: { hidden: true },
    lacks: missing('Batch', 'Data'),
  },
  ReportSchedule: {
    body: async (api) => ({ report: (await api.admin.create('Report', { name: `Sent ${next()}` })).id, every: 'week' }),
    change: { every: 'month' },
    lacks: missing('Report'),
  },
  SavedView: {
    body: () => ({ name: `View ${next()}`, resource: 'orders', config: { filter: { status: 'DRAFT' } } }),
    change: { config: { sort: '-updatedAt' } },
    lacks: missing('Name', 'Resource'),
  },
  User: {
    body: () => ({ name: 'Grace Hill', email: `grace-${next()}@example.com`, roles: ['AGENCY_USER'] }),
    change: { name: 'Grace Hall' },
    lacks: missing('Name', 'E-mail'),
  },
  Webhook: {
    body: () => ({ name: `Ledger ${next()}`, address: 'https://ledger.example/hook', events: ['approved'] }),
    change: { events: ['approved', 'canceled'] },
    lacks: missing('Name', 'Address', 'Events'),
  },
};

async function anOrder(api: ApiCallers): Promise<{ id: string }> {
  const channel = await aChannel(api, { entity: await anEntity(api) });
  return api.admin.create('Order', {
    channelId: channel.id,
    form: channel.orderFormId,
    formData: { headline: 'Bread' },
  });
}

function formSchema(): object {
  const widget = textInput('headline', 'Headline');
  return { version: 1, root: { type: 'container', config: { layout: [{ columns: [{ ratio: 1, widget }] }] } } };
}
