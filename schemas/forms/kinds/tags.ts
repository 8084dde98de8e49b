import { isNothing, type ValueKind } from './kind.ts';
import { textsIn } from './texts.ts';

/** A list of texts without blank ones, and without duplicates unless they are allowed (spec 5). */
export const tags: ValueKind<'tags_input'> = {
  holds: 'value',
  scriptType: { list: 'text' },
  isAbsent: isNothing,
  normal: (value, { allowDuplicates }) =>
    textsIn(value, (text, earlier) => text.trim() !== '' && (allowDuplicates || !earlier.has(text))),
  isMissing: (value) => !Array.isArray(value) || value.length === 0,
  formatErrors: () => [],
};
