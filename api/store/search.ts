import type { Filter } from './store.ts';

const wordLimit = 60;

/** The lower-case words of a text without accents: letters and digits of any script. */
function wordsOf(text: string): string[] {
  return (
    text
      .normalize('NFKD')
      .replace(/\p{M}/gu, '')
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? []
  );
}

/** The words that a record is found by, from its search fields. */
export function searchKeysOf(record: Record<string, unknown>, fields: string[]): string[] {
  const texts = fields.map((field) => record[field]).filter((value) => typeof value === 'string');
  return [...new Set(texts.flatMap(wordsOf))].slice(0, wordLimit);
}

/** Each word of a text must be a word of the record: what an exact comparison may be narrowed by. */
export function wordFilter(text: string): Filter {
  const words = wordsOf(text);
  return words.length === 0 ? {} : { $and: words.slice(0, 8).map((word) => ({ searchKeys: word })) };
}

/** Each word of the question must begin a word of the record; one that is no word at all finds nothing. */
export function searchFilter(question: string): Filter {
  const words = wordsOf(question);
  if (words.length === 0) return question.trim() === '' ? {} : { _id: { $in: [] } };
  return { $and: words.slice(0, 8).map((word) => ({ searchKeys: { $regex: `^${word}` } })) };
}
