import { isEmail } from '../typed-values/is-email.ts';
import { contactMessages, parsePhone } from '../typed-values/parse-contact.ts';
import { isDay } from '../typed-values/parse-date.ts';
import { parsedValue } from '../typed-values/parsed.ts';

/** Line breaks, control characters, and bidirectional controls, which change the direction of the text around them. */
const breaking = /[\p{Cc}\u2028\u2029\u202A-\u202E\u2066-\u2069]/u;

/** Whether a text is a single line, so that it cannot inject lines when it is merged into an e-mail. */
export const isLine = (text: string): boolean => !breaking.test(text);

const page = /[a-z][a-z\d+.-]*:\/\/|\bwww\.|[\p{L}\d-]\.\p{L}{2,}\//iu;

/** The expression above backtracks on a long text. */
const maxNameLength = 1_000;

/**
 * Whether a text is a person's name, as used at the start of e-mails: a single line without a URL, which mail programs
 * would turn into a link (phishing).
 */
export const isPersonName = (text: string): boolean => text.length <= maxNameLength && isLine(text) && !page.test(text);

/** Whether a text is exactly a phone number. */
const isPhone = (text: string): boolean => parsedValue(parsePhone(text)) === text;

const clock = /^(?:[01]\d|2[0-3]):[0-5]\d(:[0-5]\d(?:\.\d{1,9})?)?(Z|[+-](?:[01]\d|2[0-3]):?[0-5]\d)?$/i;

/**
 * Whether a text is a time of day, 09:30 or 09:30:00, with or without an offset. Leap seconds (60) are rejected,
 * because stored dates cannot hold them.
 */
export const isTime = (text: string): boolean => clock.test(text);

/**
 * Whether a text is a full ISO date-time as in request bodies, 2026-01-31T09:30:00Z: a calendar date in an accepted
 * year, a time with seconds, an offset.
 */
function isMoment(text: string): boolean {
  const [, seconds, offset] = clock.exec(text.slice(11)) ?? [];
  return /^T$/i.test(text.charAt(10)) && seconds !== undefined && offset !== undefined && isDay(text.slice(0, 10));
}

/**
 * The string formats of the vocabulary, our own and those of JSON Schema as we validate them, with their error
 * messages.
 */
export const textFormats = {
  email: { fits: isEmail, message: contactMessages.email },
  line: { fits: isLine, message: 'Must be one line without control characters' },
  name: { fits: isPersonName, message: 'Must be one line without control characters and web addresses' },
  phone: { fits: isPhone, message: contactMessages.phone },
  colour: { fits: (text: string) => /^#[0-9a-f]{6}$/i.test(text), message: 'Must be a colour such as #336699' },
  date: { fits: isDay, message: 'Must be a date such as 2026-01-31' },
  'date-time': { fits: isMoment, message: 'Must be a date and time such as 2026-01-31T09:30:00Z' },
  time: { fits: isTime, message: 'Must be a time such as 09:30:00' },
} as const;
