import { unknownMergeFields } from '#schemas/mail/merge-fields.ts';
import type { Message } from '#schemas/mail/order-notifications.ts';
import type { Problem } from '../../platform/errors/catalogue.ts';

/** What a message template may use: merge fields and recipients. */
interface Allowed {
  fields: Iterable<string>;
  people: readonly string[];
  /** Start of the error message for an unknown field, for example 'Neither orders nor the form have'. */
  unknownFieldText: string;
}

/** Validates the merge fields of a message: returns one problem per unknown field, with its path. */
export function mergeFieldProblems(
  message: Partial<Message>,
  { fields, unknownFieldText }: Omit<Allowed, 'people'>,
): Problem[] {
  const allowed = new Set(fields);
  return (['subject', 'content'] as const).flatMap((field) =>
    unknownMergeFields(message[field] ?? '', allowed).map((name) => ({
      path: `/${field}`,
      value: name,
      message: `${unknownFieldText} {{${name}}}`,
    })),
  );
}

/** Validates merge fields and variable recipients of a message (design 8). The schema validates static addresses. */
export function messageProblems(message: Partial<Message>, allowed: Allowed): Problem[] {
  const { people } = allowed;
  const recipients = (['to', 'cc', 'bcc'] as const).flatMap((field) =>
    (message[field] ?? []).flatMap(({ type, value }, index) =>
      type === 'static' || people.includes(value)
        ? []
        : [{ path: `/${field}/${index}/value`, value, message: `Must be one of: ${people.join(', ')}` }],
    ),
  );
  return [...mergeFieldProblems(message, allowed), ...recipients];
}
