import type { AddedFormat } from 'ajv/dist/types/index.js';
import { fastFormats } from 'ajv-formats/dist/formats.js';
import { isTime, textFormats } from '../texts/formats.ts';
import { isDay } from '../typed-values/parse-date.ts';

/** A text of the format `file` is the id of a file. */
export const fileId = /^[0-9a-f]{24}$/;

const fits = (pattern: RegExp) => (text: string) => pattern.test(text);

/**
 * Formats of ajv-formats whose regular expressions run in linear time (no ReDoS), as functions: a precompiled validator
 * refers to them by name.
 */
const common = Object.fromEntries(
  Object.entries(fastFormats).flatMap(([name, format]): [string, AddedFormat][] =>
    typeof format === 'string' ? [] : [[name, format instanceof RegExp ? fits(format) : format]],
  ),
);

/**
 * The string formats in the data of a product line. The server's validators and the precompiled validators of the
 * browser share this table, so that both accept the same.
 */
export const lineFormats: Readonly<Record<string, AddedFormat>> = {
  ...common,
  ...Object.fromEntries(Object.entries(textFormats).map(([name, each]) => [name, each.fits])),
  'iso-time': isTime,
  'iso-date-time': (text: string) =>
    isDay(text.slice(0, 10)) && /^[T\s]$/i.test(text.charAt(10)) && isTime(text.slice(11)),
  url: fits(/^(?:https?|ftp):\/\/[^\s/?#]\S*$/i),
  file: fits(fileId),
  textarea: true,
  // @rjsf has its own expressions for these two. A colour comes from the browser's own input.
  color: true,
  'data-url': true,
};
