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

/**
 * Helpers added after 25 November 2026, when customers' scripts already had helpers of their own. A `define` with such
 * a name hides the built-in helper with a hint, so that those scripts keep working (rules-language 3).
 */
export const OVERRIDABLE_HELPERS: ReadonlySet<string> = new Set([
  ...['abs', 'average', 'cents', 'digits', 'weekday', 'week', 'month_name', 'age', 'day_text', 'is_number', 'is_date'],
]);
