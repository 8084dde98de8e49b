import everyWidget from '#schemas/forms/templates/every-widget.json' with { type: 'json' };
import radioCampaign from '#schemas/forms/templates/radio-campaign.json' with { type: 'json' };
import websitePackage from '#schemas/forms/templates/website-package.json' with { type: 'json' };
import type { Channel, Form } from '#schemas/generated/types.ts';
import type { DemoEntity } from './entities.ts';
import { demoId } from './seeded.ts';

/** Forms used by demo orders. */
const ordered = { radio: radioCampaign, website: websitePackage };
export type FormName = keyof typeof ordered;

/** All demo forms, including one to experiment with. */
const written = { ...ordered, widgets: everyWidget };

/** Returns the id of a demo form, the same in every database. */
export const formId = (name: keyof typeof written): string => demoId('form', name);

export type DemoForm = Pick<Form, 'id' | 'name' | 'description' | 'formSchema' | 'tableColumns'>;

/** Forms that have orders. */
export const formNames: FormName[] = ['radio', 'website'];

/** Returns the demo forms with stable ids. */
export const demoForms = (): DemoForm[] =>
  Object.entries(written).map(([name, form]) => ({ id: demoId('form', name), ...form }));

export type DemoChannel = Pick<
  Channel,
  'id' | 'name' | 'description' | 'slug' | 'entityId' | 'orderFormId' | 'onboardingEmail' | 'treeScope'
>;

/** The channels of each agency. In an agency with two channels, users choose one. */
const channels: {
  slug: string;
  name: string;
  description: string;
  entity: string;
  form: keyof typeof written;
  mail?: string;
}[] = [
  {
    slug: 'radio',
    name: 'Harborlight Radio',
    description: 'Campaigns on our own and our partners’ stations.',
    entity: 'harborlight',
    form: 'radio',
    mail: 'your campaign is on its way',
  },
  {
    slug: 'websites',
    name: 'Harborlight Websites',
    description: 'Sites for local business, from a first page to a shop.',
    entity: 'harborlight',
    form: 'website',
  },
  {
    slug: 'copperfield-radio',
    name: 'Copperfield Radio',
    description: 'Radio in Austin and San Antonio.',
    entity: 'copperfield',
    form: 'radio',
  },
  {
    slug: 'bluestem-sites',
    name: 'Bluestem Sites',
    description: 'Websites along the Front Range.',
    entity: 'bluestem',
    form: 'website',
    mail: 'your site is on its way',
  },
  {
    slug: 'every-widget',
    name: 'Every Widget',
    description: 'A form with one of each widget, to try and to learn from.',
    entity: 'harborlight-midwest',
    form: 'widgets',
  },
];

/** Returns the demo channels below their agencies. */
export function demoChannels(entities: DemoEntity[]): DemoChannel[] {
  return channels.flatMap(({ entity: slug, form, mail, ...channel }) => {
    const entity = entities.find((each) => each.slug === slug);
    if (!entity) return [];
    return {
      id: demoId('channel', channel.slug),
      ...channel,
      entityId: entity.id,
      orderFormId: formId(form),
      onboardingEmail: onboardingEmail(mail),
      treeScope: entity.treeScope,
    };
  });
}

function onboardingEmail(news: string | undefined): Channel['onboardingEmail'] {
  return {
    enabled: news !== undefined,
    config: {
      subject: `{{client.name}}, ${news ?? 'your order is on its way'}`,
      content:
        'Hello {{client.name}},\n\nyour order of {{order.submissionDate}} is approved. We will call you within two days.',
      format: 'markdown',
      to: [{ type: 'variable', value: 'client' }],
      cc: [{ type: 'variable', value: 'user' }],
      bcc: [],
    },
  };
}
