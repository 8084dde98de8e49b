import type { Records } from '#schemas/generated/types.ts';
import { aChannel, aClient, aForm, anEntity, clientFields, textInput } from './factories.ts';
import type { Api } from './server.ts';

/** What the contract needs to know of a resource: a body that makes one, a change to it, and what an empty body lacks. */
export type Sample = { body: (api: Api) => Promise<object> | object; change: Record<string, unknown>; lacks: string[] };

const missing = (...labels: string[]) => labels.map((label) => `Missing required field: ${label}`);
const numbers = { last: 0 };
const next = () => {
  numbers.last += 1;
  return numbers.last;
};

/** A sample of every resource that has calls; the contract fails for one that is not here. */
export const samples: { [Name in keyof Records]?: Sample } = {
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
  Entity: {
    body: async (api) => ({ name: `Branch ${next()}`, parent: (await anEntity(api)).id }),
    change: { shortName: 'B' },
    lacks: missing('Name'),
  },
  Form: {
    body: () => ({ name: `Campaign ${next()}`, formSchema: formSchema() }),
    change: { description: 'For campaigns' },
    lacks: missing('Name', 'Form schema'),
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
  User: {
    body: () => ({ name: 'Grace Hill', email: `grace-${next()}@example.com`, roles: ['AGENCY_USER'] }),
    change: { name: 'Grace Hall' },
    lacks: missing('Name', 'E-mail'),
  },
};

function formSchema(): object {
  const widget = textInput('headline', 'Headline');
  return { version: 1, root: { type: 'container', config: { layout: [{ columns: [{ ratio: 1, widget }] }] } } };
}
