import { widgetName } from '../forms/name-of.ts';
import { readForm } from '../forms/read-form.ts';
import type { Form } from '../generated/types.ts';
import { type MergeField, mergeFields, recipientVariables } from './merge-fields.ts';

/**
 * The merge fields and recipient variables for the e-mails of a channel: those that every order has, and the fields of
 * the channel's form (design 8).
 */
export function channelMergeFields({ formSchema }: Pick<Form, 'formSchema'>): {
  fields: readonly MergeField[];
  people: readonly string[];
} {
  const owners = [...readForm(formSchema).scope.owners];
  const own = owners.map(([key, widget]) => {
    const label = widgetName(widget);
    return { name: `form.${key}`, label, sample: label };
  });
  const texts = owners.filter(([, { type }]) => type === 'text_input').map(([key]) => `form.${key}`);
  return { fields: [...mergeFields, ...own], people: [...recipientVariables, ...texts] };
}
