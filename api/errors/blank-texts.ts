import type { KeywordDefinition } from 'ajv';
import { trimText } from '#schemas/typed-values/parsed.ts';

/** Texts of an object that are none when they are blank, and what they become then. */
export interface BlankTexts {
  names: readonly string[];
  becomes: 'absent' | 'null';
}

/**
 * ajv's keyword for optional texts that may not be empty: a blank one says that there is none. It stands at the object around
 * them, and changes the body before their own keywords see it.
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
