import type { AboutForm } from '#schemas/designing/imports/form-file.ts';
import type { JsonMap } from '#schemas/generated/types.ts';

/** A form to begin with: all that a new one takes of another. */
export interface StartingForm extends AboutForm {
  formSchema: JsonMap;
}

/** Forms that come with the product, each fetched once it is chosen. */
export const templates: readonly { name: string; about: string; load: () => Promise<StartingForm> }[] = [
  {
    name: 'Radio campaign',
    about: 'Flights, spots and budgets, with rules for each',
    load: async () => (await import('#schemas/forms/templates/radio-campaign.json')).default,
  },
  {
    name: 'Website package',
    about: 'Pages, content and launch of a website',
    load: async () => (await import('#schemas/forms/templates/website-package.json')).default,
  },
  {
    name: 'Every widget',
    about: 'One of each widget, to try and to learn from',
    load: async () => (await import('#schemas/forms/templates/every-widget.json')).default,
  },
];
