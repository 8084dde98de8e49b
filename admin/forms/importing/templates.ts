import type { FormFileMetadata } from '#schemas/designing/imports/form-file.ts';
import type { JsonMap } from '#schemas/generated/types.ts';

/** The initial content of a new form, taken from a copy, a template or a file. */
export interface InitialForm extends FormFileMetadata {
  formSchema: JsonMap;
  /** Why the form may be published although examples fail. */
  redReason?: string;
}

/** Form templates that ship with the product; each is loaded when it is picked. */
export const templates: readonly { name: string; about: string; load: () => Promise<InitialForm> }[] = [
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
    about: 'One of each widget, to try out and learn from',
    load: async () => (await import('#schemas/forms/templates/every-widget.json')).default,
  },
];
