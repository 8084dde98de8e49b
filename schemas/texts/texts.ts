import { contactMessages, parseEmail, parsePhone } from '../typed-values/parse-contact.ts';
import { parseDate } from '../typed-values/parse-date.ts';
import { parsedValue } from '../typed-values/parsed.ts';

/** Whether a text is exactly one e-mail address (spec 5); that mail arrives there is proved by a mail. */
export const isAddress = (text: string): boolean => parsedValue(parseEmail(text)) === text;

/** Line breaks, control characters, and what turns the direction of the text around it. */
const breaking = /[\p{Cc}\u2028\u2029\u202A-\u202E\u2066-\u2069]/u;

/** One line of text: what is printed into mails must not add lines of its own. */
export const isLine = (text: string): boolean => !breaking.test(text);

const page = /[a-z][a-z\d+.-]*:\/\/|\bwww\.|[\p{L}\d-]\.\p{L}{2,}\//iu;

/** The expression above looks at a long text again and again. */
const maxNameLength = 1_000;

/** A name of somebody as mails begin with it: one line, and no address of a page, which mail programs would make a link of. */
export const isName = (text: string): boolean => text.length <= maxNameLength && isLine(text) && !page.test(text);

/** Whether a text is exactly a phone number. */
export const isPhone = (text: string): boolean => parsedValue(parsePhone(text)) === text;

/** Whether a text is a day of the calendar as it is stored, 2026-01-31, in an accepted year. */
export const isDay = (text: string): boolean =>
  // A text with a whole year is the same day on whichever day it is read.
  parsedValue(parseDate(text, { today: '2000-01-01' })) === text;

const clock = /^(?:[01]\d|2[0-3]):[0-5]\d(:[0-5]\d(?:\.\d{1,9})?)?(Z|[+-](?:[01]\d|2[0-3]):?[0-5]\d)?$/i;

/** Whether a text is a time of day, 09:30 or 09:30:00, with or without an offset. A second 60 is none: no stored moment has it. */
export const isTime = (text: string): boolean => clock.test(text);

/** Whether a text is a moment as bodies have it, 2026-01-31T09:30:00Z: a day of the calendar in an accepted year, a time with its seconds, an offset. */
export function isMoment(text: string): boolean {
  const [, seconds, offset] = clock.exec(text.slice(11)) ?? [];
  return /^T$/i.test(text.charAt(10)) && seconds !== undefined && offset !== undefined && isDay(text.slice(0, 10));
}

/** The formats of the vocabulary that JSON Schema does not have, and its own as we read them; what each refusal says. */
export const formats = {
  email: { fits: isAddress, message: contactMessages.email },
  line: { fits: isLine, message: 'Must be one line without control characters' },
  name: { fits: isName, message: 'Must be one line without control characters and addresses of pages' },
  phone: { fits: isPhone, message: contactMessages.phone },
  colour: { fits: (text: string) => /^#[0-9a-f]{6}$/i.test(text), message: 'Must be a colour such as #336699' },
  date: { fits: isDay, message: 'Must be a date such as 2026-01-31' },
  'date-time': { fits: isMoment, message: 'Must be a date and time such as 2026-01-31T09:30:00Z' },
  time: { fits: isTime, message: 'Must be a time such as 09:30:00' },
} as const;
