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

/** The formats of the vocabulary that JSON Schema does not have, and its `email` and `date` as we read them; what each refusal says. */
export const formats = {
  email: { fits: isAddress, message: contactMessages.email },
  line: { fits: isLine, message: 'Must be one line without control characters' },
  name: { fits: isName, message: 'Must be one line without control characters and addresses of pages' },
  phone: { fits: isPhone, message: contactMessages.phone },
  colour: { fits: (text: string) => /^#[0-9a-f]{6}$/i.test(text), message: 'Must be a colour such as #336699' },
  date: { fits: isDay, message: 'Must be a date such as 2026-01-31' },
} as const;
