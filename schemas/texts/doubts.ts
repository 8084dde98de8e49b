import { parsePhone, parseUrl } from '../typed-values/parse-contact.ts';

const expected = {
  phone: { parse: parsePhone, message: 'This does not look like a phone number. It is saved as it is.' },
  website: { parse: parseUrl, message: 'This does not look like a website. It is saved as it is.' },
};

/** What is to be said of a text that is taken, but is not what its schema expects (`x-expects`). */
export function doubtAbout(text: unknown, expects: keyof typeof expected | undefined): string | undefined {
  if (!expects || typeof text !== 'string') return undefined;
  const { parse, message } = expected[expects];
  return parse(text).status === 'problem' ? message : undefined;
}
