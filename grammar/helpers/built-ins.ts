import type { BuiltIn } from './built-in.ts';
import { DATE_HELPERS } from './dates.ts';
import { LIST_HELPERS } from './lists.ts';
import { NUMBER_HELPERS } from './numbers.ts';
import { TEXT_HELPERS } from './texts.ts';
import { WEB_HELPERS } from './url-and-email.ts';

/** Registry of all built-in helpers by name. */
export const BUILT_INS: ReadonlyMap<string, BuiltIn> = new Map<string, BuiltIn>(
  Object.entries({ ...LIST_HELPERS, ...TEXT_HELPERS, ...NUMBER_HELPERS, ...DATE_HELPERS, ...WEB_HELPERS }),
);

/** The helpers of 25 November 2026. A script can not define these names. The list is closed. */
const RESERVED: ReadonlySet<string> = new Set([
  ...['length', 'min', 'max', 'sum', 'unique', 'reverse', 'sort', 'first', 'last', 'is_empty', 'keys'],
  ...['words', 'lines', 'chars', 'characters', 'trim', 'upper', 'uppercase', 'lower', 'lowercase', 'text'],
  ...['round', 'ceil', 'floor', 'number', 'thousands', 'money', 'valid_url', 'valid_email'],
  ...['year', 'month', 'day', 'hour', 'minute', 'second', 'date'],
]);

/**
 * All later helpers: customers' scripts already had helpers of their own. A `define` with such a name hides the
 * built-in helper with a hint, so that those scripts keep working (rules-language 3).
 */
export const OVERRIDABLE_HELPERS: ReadonlySet<string> = new Set(
  Array.from(BUILT_INS.keys()).filter((name) => !RESERVED.has(name)),
);
