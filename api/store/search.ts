import { wordsOf } from '#schemas/texts/words.ts';
import type { Filter } from './store.ts';

/** A record has so many, unless its schema says otherwise. */
const usualWords = 60;

/** The words that a record is found by, from its search fields in turn: a long text leaves the others their share. */
export function searchKeysOf(record: Record<string, unknown>, fields: string[], most = usualWords): string[] {
  const texts = fields.map((field) => record[field]).filter((value) => typeof value === 'string');
  const queues = texts.map(wordsOf);
  const longest = Math.max(0, ...queues.map(({ length }) => length));
  const turns = Array.from({ length: longest }, (_, turn) => queues.flatMap((words) => words[turn] ?? []));
  return [...new Set(turns.flat())].slice(0, most);
}

/** Each word of a text must be a word of the record: what a comparison of the whole text may be narrowed by. */
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
