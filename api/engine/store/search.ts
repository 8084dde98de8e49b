import { wordsOf } from '#schemas/texts/words.ts';
import { parseUrl } from '#schemas/typed-values/parse-contact.ts';
import { parseNumber } from '#schemas/typed-values/parse-number.ts';
import type { Filter } from './store.ts';

/** Maximum number of search words per record, unless its schema sets another. */
const defaultMaxWords = 60;

/**
 * The search words of a record (full-text index): the words of its texts, and lists of words as they are. Its search
 * fields take turns, so that a long text does not crowd out the others.
 */
export function searchKeysOf(record: Record<string, unknown>, fields: string[], maxWords = defaultMaxWords): string[] {
  const queues = fields.map((field) => {
    const value = record[field];
    return typeof value === 'string' ? wordsOf(value) : Array.isArray(value) ? value.map(String) : [];
  });
  const maxLength = Math.max(0, ...queues.map(({ length }) => length));
  const keys = new Set<string>();
  for (let round = 0; round < maxLength && keys.size < maxWords; round += 1) {
    for (const { [round]: word } of queues) if (word !== undefined) keys.add(word);
  }
  return [...keys].slice(0, maxWords);
}

/** A filter by whole words that narrows an exact comparison of a text with the index. */
export function wordFilter(text: string): Filter {
  const words = wordsOf(text);
  return words.length === 0 ? {} : { $and: words.slice(0, 8).map((word) => ({ searchKeys: word })) };
}

/**
 * A prefix search: each word of the query must start a word of the record. A query of digits also matches phone numbers
 * and amounts, however they are written: `(503) 555-0100`, `10,984`; a website address matches its host. A query without
 * any word matches nothing.
 */
export function searchFilter(question: string): Filter {
  const words = wordsOf(question);
  if (words.length === 0) return question.trim() === '' ? {} : { _id: { $in: [] } };
  const all = { $and: words.slice(0, 8).map((word) => ({ searchKeys: { $regex: `^${word}` } })) };
  const host = hostOf(question);
  const hosts = host ? [{ searchKeys: { $regex: `^${hostWord(host).replaceAll('.', '\\.')}` } }] : [];
  const others = [...numberFilters(question), ...hosts];
  return others.length === 0 ? all : { $or: [all, ...others] };
}

/** The marks of words that are no words of a text, so that a search for a word does not find them. */
export const wordMarks = { phone: '#', amount: '$', host: '@', email: '=' } as const;

/** What a query that is a number may stand for besides words: a part of a phone number, the whole units of an amount. */
function numberFilters(question: string): Filter[] {
  if (!/^[-+()\s\d.,/$]{3,40}$/.test(question.trim())) return [];
  const digits = question.replace(/\D/g, '');
  const amount = parseNumber(question);
  return [
    ...(digits.length >= minPartDigits
      ? [{ searchKeys: { $regex: `^${wordMarks.phone}${digits.slice(-phoneDigits)}` } }]
      : []),
    ...(amount.status === 'value' ? [{ searchKeys: amountWord(amount.value) }] : []),
  ];
}

/** The digits of a phone number without country code, of a local number, and the fewest that a search looks for. */
const phoneDigits = 10;
const localDigits = 7;
const minPartDigits = 4;

/**
 * The search words of a phone number: its digits without country code, without area code, and the last four, then the
 * words as written.
 */
export function phoneWords(text: string): string[] {
  const word = phoneWord(text);
  const whole =
    word === undefined
      ? []
      : [word, ...[localDigits, minPartDigits].map((count) => `${wordMarks.phone}${word.slice(-count)}`)];
  return [...whole, ...wordsOf(text)];
}

/** The search word of a whole phone number, however it is written; undefined for less than a local number. */
export function phoneWord(text: string): string | undefined {
  const digits = text.replace(/(?:x|ext).*$/i, '').replace(/\D/g, '');
  return digits.length < localDigits ? undefined : `${wordMarks.phone}${digits.slice(-phoneDigits)}`;
}

/** The host of a website address, however it is written: without protocol, `www.`, port and path. */
export function hostOf(website: string): string | undefined {
  const text = website.trim().toLowerCase();
  return parseUrl(text).status === 'value'
    ? text
        .replace(/^https?:\/\//, '')
        .replace(/^www\./, '')
        .split(/[:/?#]/)[0]
    : undefined;
}

/** The search words of a website: its host, and the words of its name without the top-level domain. */
export function websiteWords(website: string): string[] {
  const host = hostOf(website);
  return host === undefined ? wordsOf(website) : [hostWord(host), ...wordsOf(host.slice(0, host.lastIndexOf('.')))];
}

/** The search word of a host. */
export const hostWord = (host: string): string => `${wordMarks.host}${host}`;

/** The search words of an e-mail address: the whole address, then its words. */
export function emailWords(address: string): string[] {
  const whole = emailWord(address);
  return whole === undefined ? wordsOf(address) : [whole, ...wordsOf(address)];
}

/** The search word of a whole e-mail address, in lower case; undefined for another text. */
export function emailWord(address: string): string | undefined {
  const text = address.trim().toLowerCase();
  return text.includes('@') ? `${wordMarks.email}${text}` : undefined;
}

/** The search word of an amount: its whole units. */
export const amountWord = (amount: number): string => `${wordMarks.amount}${Math.trunc(Math.abs(amount))}`;

const letters = [...'abcdefghijklmnopqrstuvwxyz0123456789'];

/**
 * All words with an edit distance of 1 from a word: one letter missing, added, replaced, or two neighbors exchanged.
 * About 70 per letter, which an index looks up in a few milliseconds.
 */
export function similarWords(word: string): string[] {
  const text = [...word.slice(0, maxSimilarLength)];
  const similar = text.flatMap((letter, at) => [
    text.toSpliced(at, 1),
    ...(at > 0 ? [text.toSpliced(at - 1, 2, letter, text[at - 1] ?? '')] : []),
    ...letters.flatMap((other) => [text.toSpliced(at, 1, other), text.toSpliced(at, 0, other)]),
  ]);
  const longer = letters.map((other) => [...text, other]);
  return [...new Set([...similar, ...longer].map((each) => each.join('')))].filter((each) => each !== word);
}

/** A longer word is compared by its beginning only; this bounds the number of look-ups. */
const maxSimilarLength = 20;
