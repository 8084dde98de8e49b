import { wordsOf } from '#schemas/texts/words.ts';
import type { Filter } from './store.ts';

/** Maximum number of search words per record, unless its schema sets another. */
const defaultMaxWords = 60;

/**
 * The search words of a record (full-text index). Its search fields take turns, so that a long text does not crowd out
 * the others.
 */
export function searchKeysOf(record: Record<string, unknown>, fields: string[], maxWords = defaultMaxWords): string[] {
  const texts = fields.map((field) => record[field]).filter((value) => typeof value === 'string');
  const queues = texts.map(wordsOf);
  const maxLength = Math.max(0, ...queues.map(({ length }) => length));
  const rounds = Array.from({ length: maxLength }, (_, round) => queues.flatMap((words) => words[round] ?? []));
  return [...new Set(rounds.flat())].slice(0, maxWords);
}

/** A filter by whole words that narrows an exact comparison of a text with the index. */
export function wordFilter(text: string): Filter {
  const words = wordsOf(text);
  return words.length === 0 ? {} : { $and: words.slice(0, 8).map((word) => ({ searchKeys: word })) };
}

/**
 * A prefix search: each word of the query must start a word of the record. A query without any word matches nothing.
 */
export function searchFilter(question: string): Filter {
  const words = wordsOf(question);
  if (words.length === 0) return question.trim() === '' ? {} : { _id: { $in: [] } };
  return { $and: words.slice(0, 8).map((word) => ({ searchKeys: { $regex: `^${word}` } })) };
}
