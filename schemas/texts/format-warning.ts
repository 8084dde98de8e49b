import { parsePhone, parseUrl } from '../typed-values/parse-contact.ts';

const expected = {
  phone: { parse: parsePhone, message: 'This does not look like a phone number. It is saved as it is.' },
  website: { parse: parseUrl, message: 'This does not look like a website. It is saved as it is.' },
};

/**
 * The format warning for a text that is accepted but does not match its schema's `x-expects`; undefined if it matches.
 */
export function formatWarning(text: unknown, expects: keyof typeof expected | undefined): string | undefined {
  if (!expects || typeof text !== 'string') return undefined;
  const { parse, message } = expected[expects];
  return parse(text).status === 'problem' ? message : undefined;
}
