import { searchFilter, wordFilter } from '../../store/search.ts';
import type { Filter } from '../../store/store.ts';

/** How an index finds the texts of a field. */
interface TextField {
  name: string;
  /** Its words are among those that a record is found by. */
  isSearched: boolean;
  /** No two records have the same: it is a code, of which a part is another one. */
  isUnique: boolean;
  /** It stands in a free map, whose list another index has narrowed. */
  isInMap: boolean;
}

/**
 * The conditions of which one must be so for texts to be those that are asked for, in any case (design 3). What people write is
 * asked for by a part: words of it that follow each other, the last one only begun. Codes and names of groups are asked for whole;
 * those that are searched are found by their words as well, others by the spellings that such have, since an index compares exactly.
 */
export function textConditions({ name, isSearched, isUnique, isInMap }: TextField, texts: string[]): Filter[] {
  if (isInMap) return texts.map((text) => ({ [name]: alike(part(text)) }));
  if (!isSearched) return texts.length > 0 ? [{ [name]: { $in: [...new Set(texts.flatMap(spellings))] } }] : [];
  return texts.map((text) =>
    isUnique
      ? { $and: [wordFilter(text), { [name]: alike(`^${literally(text)}$`) }] }
      : { $and: [searchFilter(text), { [name]: alike(part(text)) }] },
  );
}

/** JavaScript, which matches what is kept in a record's list, knows letters of all scripts by `u` alone. */
const alike = (pattern: string) => ({ $regex: pattern, $options: 'iu' });

const part = (text: string): string => `(^|[^\\p{L}\\p{N}])${text.trim().split(/\s+/).map(literally).join('\\s+')}`;

const literally = (text: string): string => text.replace(/[$()*+./?[\\\]^{|}]/g, '\\$&');

function spellings(text: string): string[] {
  const [lower, upper] = [text.toLowerCase(), text.toUpperCase()];
  return [text, lower, upper, `${upper.charAt(0)}${lower.slice(1)}`];
}
