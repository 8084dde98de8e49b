import { isPhone } from './texts.ts';

const longest = 1_000;
const website = /^(?:https?:\/\/)?(?:[\p{L}\p{N}-]+\.)+\p{L}{2,}(?::\d{1,5})?(?:[/?#]\S*)?$/iu;

/** An address of a page as people write it: with or without its beginning. */
export const isWebsite = (text: string): boolean => text.length <= longest && website.test(text);

const expected = {
  phone: { fits: isPhone, message: 'This does not look like a phone number. It is saved as it is.' },
  website: { fits: isWebsite, message: 'This does not look like a website. It is saved as it is.' },
};

/** What is to be said of a text that is taken, but is not what its schema expects (`x-expects`). */
export function doubtAbout(text: unknown, expects: keyof typeof expected | undefined): string | undefined {
  if (!expects || typeof text !== 'string' || text.trim() === '') return undefined;
  const { fits, message } = expected[expects];
  return fits(text.trim()) ? undefined : message;
}
