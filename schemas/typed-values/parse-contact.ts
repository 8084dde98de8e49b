import { isEmail, maxEmailLength } from './is-email.ts';
import { emptyResult, type ParseResult, problemResult, trimText } from './parsed.ts';

const website = /^(?:https?:\/\/)?(?:[\p{L}\p{N}-]+\.)+\p{L}{2,}(?::\d{1,5})?(?:[/?#]\S*)?$/iu;
const phone = /^\+?[\d\s().\-/]{5,40}(?:(?:x|ext\.?)\s?\d{1,6})?$/i;

/** Longer texts are rejected before a regular expression sees them: 40,000 characters took 12 s (ReDoS). */
const maxLength = { email: maxEmailLength, url: 1_000, phone: 60 } as const;

/** The error messages of the spec (5) and of the vocabulary's formats. */
export const contactMessages = {
  email: 'Please enter a valid e-mail address',
  url: 'Please enter a valid website address, such as https://example.com',
  phone: 'Please enter a valid phone number',
} as const;

function parserOf(kind: keyof typeof maxLength, fits: (text: string) => boolean) {
  return (text: string): ParseResult<string> => {
    const value = trimText(text);
    if (value === '') return emptyResult;
    return value.length <= maxLength[kind] && fits(value)
      ? { status: 'value', value, text: value }
      : problemResult(contactMessages[kind]);
  };
}

/** Parses an e-mail address: text, @, text, dot (spec 5), and a single address to every mail server. */
export const parseEmail = parserOf('email', isEmail);

/** Parses a website URL as people write it, with or without https://. */
export const parseUrl = parserOf('url', (text) => website.test(text));

/** Parses a phone number: 7 to 15 digits with the usual separators, and an optional extension. */
export const parsePhone = parserOf('phone', (text) => {
  const [digits = ''] = text.split(/x|ext/i);
  const count = digits.replace(/\D/g, '').length;
  return count >= 7 && count <= 15 && phone.test(text);
});
