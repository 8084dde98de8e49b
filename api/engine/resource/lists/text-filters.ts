import { searchFilter, wordFilter } from '../../store/search.ts';
import type { Filter } from '../../store/store.ts';

/** How a text field can be searched with an index. */
interface TextField {
  name: string;
  /** The field is part of the record's search words. */
  isSearched: boolean;
  /** Values are unique codes, which match as a whole only. */
  isUnique: boolean;
  /** The field is in a free-form map, whose list another index has already narrowed. */
  isInMap: boolean;
}

/**
 * Case-insensitive conditions for a text filter, of which one must hold (design 3). Free text matches by consecutive
 * words, the last one by its prefix. Codes and group names match as a whole. Searched fields use the word index; others
 * compare exactly with common spellings, because their index is case-sensitive.
 */
export function textFilterConditions({ name, isSearched, isUnique, isInMap }: TextField, texts: string[]): Filter[] {
  if (isInMap) return texts.map((text) => ({ [name]: caseInsensitive(wordPrefixPattern(text)) }));
  if (!isSearched) return texts.length > 0 ? [{ [name]: { $in: [...new Set(texts.flatMap(spellings))] } }] : [];
  return texts.map((text) =>
    isUnique
      ? { $and: [wordFilter(text), { [name]: caseInsensitive(`^${escapeRegExp(text)}$`) }] }
      : { $and: [searchFilter(text), { [name]: caseInsensitive(wordPrefixPattern(text)) }] },
  );
}

/**
 * A case-insensitive regular expression. The `u` flag covers letters of all scripts when JavaScript matches values of a
 * part's list.
 */
const caseInsensitive = (pattern: string) => ({ $regex: pattern, $options: 'iu' });

const wordPrefixPattern = (text: string): string =>
  `(^|[^\\p{L}\\p{N}])${text.trim().split(/\s+/).map(escapeRegExp).join('\\s+')}`;

const escapeRegExp = (text: string): string => text.replace(/[$()*+./?[\\\]^{|}]/g, '\\$&');

function spellings(text: string): string[] {
  const [lower, upper] = [text.toLowerCase(), text.toUpperCase()];
  return [text, lower, upper, `${upper.charAt(0)}${lower.slice(1)}`];
}
