import { contactMessages, parsePhone, parseUrl } from '../typed-values/parse-contact.ts';
import { dateMessage, parseDate, parseDateTime } from '../typed-values/parse-date.ts';
import { parseTime, timeMessage } from '../typed-values/parse-time.ts';
import type { ParseResult } from '../typed-values/parsed.ts';

/**
 * Any date will do: texts with a year do not depend on it, and those without one are parsed before they are validated.
 */
const anyDay = { today: '2000-01-01' };

/** The parser of each format, and the message if it accepts a text that still lacks something. */
const parsers: Readonly<Record<string, { parse: (text: string) => ParseResult<string>; otherwise: string }>> = {
  date: { parse: (text) => parseDate(text, anyDay), otherwise: dateMessage },
  'date-time': { parse: (text) => parseDateTime(text, anyDay), otherwise: 'Add a time, such as 3/31/2026 8:30 PM' },
  time: { parse: parseTime, otherwise: timeMessage },
};

const messages: Readonly<Record<string, string>> = {
  email: contactMessages.email,
  phone: contactMessages.phone,
  uri: contactMessages.url,
  url: contactMessages.url,
};

/** The error message for a typed text of the wrong format; undefined for a format that nobody types. */
export function formatMessage(format: string, text: unknown): string | undefined {
  const parser = Object.hasOwn(parsers, format) ? parsers[format] : undefined;
  if (!parser) return Object.hasOwn(messages, format) ? messages[format] : undefined;
  const parsed = parser.parse(String(text));
  return parsed.status === 'problem' ? parsed.message : parser.otherwise;
}

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
