import { empty, type Parsed, problem, trimText } from './parsed.ts';

/** What a mail's header would not read as one address as it stands: several, or more than an address. */
const unfit = String.raw`\s\p{Cc}\p{Cf}@,;:<>()[\]\\"`;
const address = new RegExp(`^[^${unfit}]+@[^${unfit}]+\\.[^${unfit}]*$`, 'u');
const website = /^(?:https?:\/\/)?(?:[\p{L}\p{N}-]+\.)+\p{L}{2,}(?::\d{1,5})?(?:[/?#]\S*)?$/iu;
const phone = /^\+?[\d\s().\-/]{5,40}(?:(?:x|ext\.?)\s?\d{1,6})?$/i;

/** Longer texts are refused before an expression looks at them: 40,000 characters took 12 s. */
const maxLength = { email: 320, url: 1_000, phone: 60 } as const;

/** The messages of the spec (5) and of the vocabulary's formats. */
export const contactMessages = {
  email: 'Please enter a valid e-mail address',
  url: 'Please enter a valid website address, such as https://example.com',
  phone: 'Please enter a valid phone number',
} as const;

function parserOf(kind: keyof typeof maxLength, fits: (text: string) => boolean) {
  return (text: string): Parsed<string> => {
    const value = trimText(text);
    if (value === '') return empty;
    return value.length <= maxLength[kind] && fits(value)
      ? { status: 'value', value, text: value }
      : problem(contactMessages[kind]);
  };
}

/** Parses an e-mail address: something, an @, something, a dot (spec 5), and one address to every mail server. */
export const parseEmail = parserOf('email', (text) => address.test(text));

/** Parses the address of a website as people write it, with or without https:// in front. */
export const parseUrl = parserOf('url', (text) => website.test(text));

/** Parses a phone number: 7 to 15 digits with what people put between them, and an extension. */
export const parsePhone = parserOf('phone', (text) => {
  const [digits = ''] = text.split(/x|ext/i);
  const count = digits.replace(/\D/g, '').length;
  return count >= 7 && count <= 15 && phone.test(text);
});
