import { readForm } from '#schemas/forms/read-form.ts';
import type { Channel, Form } from '#schemas/generated/types.ts';
import { mergeFields, recipientVariables, unknownMergeFields } from '#schemas/mail/merge-fields.ts';
import type { Problem } from '../errors/catalogue.ts';

type Message = NonNullable<NonNullable<Channel['onboardingEmail']>['config']>;

/**
 * What a channel's message names that neither an order nor the channel's form has, each at its place (design 8): merge fields in
 * its texts, people among its recipients. Addresses are the schema's to judge.
 */
export function faultsOfMessage(message: Message, { formSchema }: Pick<Form, 'formSchema'>): Problem[] {
  const { owners } = readForm(formSchema).scope;
  const ofForm = [...owners.keys()].map((key) => `form.${key}`);
  const known = new Set([...mergeFields.map(({ name }) => name), ...ofForm]);
  const people = [
    ...recipientVariables,
    ...[...owners].filter(([, { type }]) => type === 'text_input').map(([key]) => `form.${key}`),
  ];
  const texts = (['subject', 'content'] as const).flatMap((field) =>
    unknownMergeFields(message[field] ?? '', known).map((name) => ({
      path: `/${field}`,
      value: name,
      message: `Neither an order nor the form has {{${name}}}`,
    })),
  );
  const recipients = (['to', 'cc', 'bcc'] as const).flatMap((field) =>
    (message[field] ?? []).flatMap(({ type, value }, index) =>
      type === 'static' || people.includes(value)
        ? []
        : [{ path: `/${field}/${index}/value`, value, message: `Must be one of: ${people.join(', ')}` }],
    ),
  );
  const at = '/onboardingEmail/config';
  return [...texts, ...recipients].map((fault) => ({ ...fault, path: `${at}${fault.path}` }));
}
