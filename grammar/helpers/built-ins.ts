import type { BuiltIn } from './built-in.ts';
import { DATE_HELPERS } from './dates.ts';
import { LIST_HELPERS } from './lists.ts';
import { NUMBER_HELPERS } from './numbers.ts';
import { TEXT_HELPERS } from './texts.ts';
import { WEB_HELPERS } from './web.ts';

/** Every helper of the language by its name. */
export const BUILT_INS: ReadonlyMap<string, BuiltIn> = new Map<string, BuiltIn>(
  Object.entries({ ...LIST_HELPERS, ...TEXT_HELPERS, ...NUMBER_HELPERS, ...DATE_HELPERS, ...WEB_HELPERS }),
);
