import type { KeywordDefinition } from 'ajv';
import { trimText } from '#schemas/typed-values/parsed.ts';

/** Optional text properties of an object and what a blank value becomes. */
export interface BlankTexts {
  names: readonly string[];
  becomes: 'absent' | 'null';
}

/**
 * AJV keyword for optional non-empty texts: converts blank values to absent or null. It stands at the parent object, so
 * that it changes the body before the properties' own keywords run.
 */
export const blankTexts: KeywordDefinition = {
  keyword: 'x-blank',
  type: 'object',
  schemaType: 'object',
  before: 'properties',
  modifying: true,
  valid: true,
  validate: ({ names, becomes }: BlankTexts, body: Record<string, unknown>) => {
    for (const name of names) {
      const text = body[name];
      if (typeof text !== 'string' || trimText(text) !== '') continue;
      if (becomes === 'null') body[name] = null;
      else delete body[name];
    }
    return true;
  },
};
