import type { AddedFormat } from 'ajv/dist/types/index.js';
import { fastFormats } from 'ajv-formats/dist/formats.js';
import { formats, isDay, isTime } from '../texts/texts.ts';
import { contactMessages } from '../typed-values/parse-contact.ts';
import { notDate, parseDate, parseDateTime } from '../typed-values/parse-date.ts';
import { notTime, parseTime } from '../typed-values/parse-time.ts';
import type { Parsed } from '../typed-values/parsed.ts';

/** What a text of the format `file` is in the data of a line: the id of a file. */
export const fileId = /^[0-9a-f]{24}$/;

const fits = (pattern: RegExp) => (text: string) => pattern.test(text);

/** Those of ajv-formats whose expressions take time linear in the text, as functions: a precompiled validator refers to them by name. */
const common = Object.fromEntries(
  Object.entries(fastFormats).flatMap(([name, format]): [string, AddedFormat][] =>
    typeof format === 'string' ? [] : [[name, format instanceof RegExp ? fits(format) : format]],
  ),
);

/**
 * The formats that a text in the data of a product line may have. The server's validators and the precompiled ones of the
 * browser use this one table, so that both accept the same.
 */
export const lineFormats: Readonly<Record<string, AddedFormat>> = {
  ...common,
  ...Object.fromEntries(Object.entries(formats).map(([name, each]) => [name, each.fits])),
  'iso-time': isTime,
  'iso-date-time': (text: string) =>
    isDay(text.slice(0, 10)) && /^[T\s]$/i.test(text.charAt(10)) && isTime(text.slice(11)),
  url: fits(/^(?:https?|ftp):\/\/[^\s/?#]\S*$/i),
  file: fits(fileId),
  textarea: true,
  // @rjsf has expressions of its own for these two. A colour comes from the browser's own input.
  color: true,
  'data-url': true,
};

/** Any day: a text that says its year is the same on all of them, and one without is read before it is checked. */
const anyDay = { today: '2000-01-01' };

const explained: Readonly<Record<string, { parse: (text: string) => Parsed<string>; otherwise: string }>> = {
  date: { parse: (text) => parseDate(text, anyDay), otherwise: notDate },
  'date-time': { parse: (text) => parseDateTime(text, anyDay), otherwise: 'Add a time, such as 3/31/2026 8:30 PM' },
  time: { parse: parseTime, otherwise: notTime },
};

const messages: Readonly<Record<string, string>> = {
  uri: contactMessages.url,
  url: contactMessages.url,
  file: 'Must be a file',
};

/** What is wrong with a text that does not have a format; nothing where the format has no message of its own. */
export function lineFormatMessage(format: string, text: unknown): string | undefined {
  const own = Object.hasOwn(explained, format) ? explained[format] : undefined;
  if (!own) return Object.hasOwn(messages, format) ? messages[format] : undefined;
  const parsed = own.parse(String(text));
  return parsed.status === 'problem' ? parsed.message : own.otherwise;
}
