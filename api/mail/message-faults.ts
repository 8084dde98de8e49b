import { unknownMergeFields } from '#schemas/mail/merge-fields.ts';
import type { Message } from '#schemas/mail/notice-templates.ts';
import type { Problem } from '../errors/catalogue.ts';

/** What a message may merge and whom it may go to, and how it is told of what it may not. */
interface Known {
  fields: Iterable<string>;
  people: readonly string[];
  /** What would have a field: 'Neither an order nor the form has'. */
  lacking: string;
}

/** The merge fields that a message names and nobody knows, each at its place. */
export function faultsOfTexts(message: Partial<Message>, { fields, lacking }: Omit<Known, 'people'>): Problem[] {
  const known = new Set(fields);
  return (['subject', 'content'] as const).flatMap((field) =>
    unknownMergeFields(message[field] ?? '', known).map((name) => ({
      path: `/${field}`,
      value: name,
      message: `${lacking} {{${name}}}`,
    })),
  );
}

/** The same with the people among its recipients (design 8). Addresses are the schema's to judge. */
export function faultsOfMessage(message: Partial<Message>, known: Known): Problem[] {
  const { people } = known;
  const recipients = (['to', 'cc', 'bcc'] as const).flatMap((field) =>
    (message[field] ?? []).flatMap(({ type, value }, index) =>
      type === 'static' || people.includes(value)
        ? []
        : [{ path: `/${field}/${index}/value`, value, message: `Must be one of: ${people.join(', ')}` }],
    ),
  );
  return [...faultsOfTexts(message, known), ...recipients];
}
