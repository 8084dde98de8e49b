import { distance } from 'fastest-levenshtein';

/** Why a client may be the one that is being typed, in display order. */
export const duplicateReasons = ['phone', 'website', 'email', 'name'] as const;

export type DuplicateReason = (typeof duplicateReasons)[number];

/** A client that may be the same business as the one that is being typed. */
export interface PossibleDuplicate {
  id: string;
  name: string;
  businessAddress: { street: string; city: string };
  /** The number of its orders that the reader can see. */
  orders: number;
  reasons: DuplicateReason[];
}

/** Says which client it looks like: “Heller Dental, 1 Main Street, Salem, 12 orders”. */
export function duplicateText({ name, businessAddress: { street, city }, orders }: PossibleDuplicate): string {
  const count = orders === 0 ? 'no orders' : orders === 1 ? '1 order' : `${orders.toLocaleString('en-US')} orders`;
  return [name, street, city, count].join(', ');
}

/** Says why it may be the same business: “Same phone number and website”. Undefined for a similar name, which is seen. */
export function duplicateReasonText({ reasons }: Pick<PossibleDuplicate, 'reasons'>): string | undefined {
  const words = { name: undefined, phone: 'phone number', website: 'website', email: 'e-mail' } as const;
  const same = reasons.flatMap((reason) => words[reason] ?? []);
  return same.length === 0 ? undefined : `Same ${new Intl.ListFormat('en-US').format(same)}`;
}

/** Stop words: names of the same business have them or not. */
const common = new Set(['the', 'and', 'of', 'inc', 'llc', 'llp', 'ltd', 'co', 'corp', 'company', 'corporation']);

/**
 * The prefix length of the search. Shorter prefixes match half of all clients, and people rarely mistype the first
 * letters.
 */
const prefixLength = 3;

/** The fuzzy match allows one edit (a wrong, missing or extra letter) for each group of this many letters. */
const lettersPerSlip = 4;

/** Returns the first two significant words of a business name; none if too little is typed. */
function tellingWords(name: string): string[] {
  const words = name
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '' && !common.has(word))
    .slice(0, 2);
  return words.join(' ').length < prefixLength ? [] : words;
}

/**
 * Returns the search text for possible duplicates of a business: the prefixes of its significant words. Returns '' if
 * too little is typed.
 */
export function duplicateSearchText(name: string): string {
  return tellingWords(name)
    .map((word) => word.slice(0, prefixLength))
    .join(' ');
}

/**
 * Whether one of the names may be the typed business. It compares only as much of each name as is typed, and tolerates
 * typing errors (edit distance).
 */
export function isPossibleDuplicate(typed: string, names: readonly string[]): boolean {
  const typedText = tellingWords(typed).join(' ');
  const slips = Math.floor(typedText.length / lettersPerSlip);
  return names.some((name) => {
    const other = tellingWords(name).join(' ');
    // A missing or extra letter shifts the end of the prefix to compare with.
    const prefixes = [0, -1, 1].map((more) => other.slice(0, typedText.length + more));
    return typedText !== '' && prefixes.some((prefix) => distance(typedText, prefix) <= slips);
  });
}
