import { distance } from 'fastest-levenshtein';

/** Why a client may be the one that is being typed, in display order. */
export const duplicateReasons = ['phone', 'website', 'email', 'name'] as const;

export type DuplicateReason = (typeof duplicateReasons)[number];

/** The stored clients that the names of an import are compared with. */
export const maxComparedNames = 50_000;

/** A client that may be the same business as the one that is being typed. */
export interface PossibleDuplicate {
  id: string;
  name: string;
  businessAddress: { street: string; city: string };
  /** The number of its orders that the reader can see. */
  orders: number;
  reasons: DuplicateReason[];
}

/** A page of groups of clients that may be the same business. */
export interface DuplicateGroups {
  pagination: { page: number; limit: number; total: number };
  /** Each client has the reasons that it shares with another one of its group. The one with most orders comes first. */
  results: { clients: PossibleDuplicate[] }[];
  /** Whether the limits of the search have left out clients or groups. */
  isPartial: boolean;
}

/** Says which client it looks like: “Heller Dental, 1 Main Street, Salem, 12 orders”. */
export function duplicateText({ name, businessAddress: { street, city }, orders }: PossibleDuplicate): string {
  const count = orders === 0 ? 'no orders' : orders === 1 ? '1 order' : `${orders.toLocaleString('en-US')} orders`;
  return [name, street, city, count].join(', ');
}

/** Says why it may be the same business: “Same phone number and website”. Undefined for a similar name, which is seen. */
export function duplicateReasonText({ reasons }: { reasons: readonly DuplicateReason[] }): string | undefined {
  const words = { name: undefined, phone: 'phone number', website: 'website', email: 'e-mail' } as const;
  const same = reasons.flatMap((reason) => words[reason] ?? []);
  return same.length === 0 ? undefined : `Same ${new Intl.ListFormat('en-US').format(same)}`;
}

/** Stop words: names of the same business have them or not. */
export const commonNameWords: ReadonlySet<string> = new Set([
  'the',
  'and',
  'of',
  'inc',
  'llc',
  'llp',
  'ltd',
  'co',
  'corp',
  'company',
  'corporation',
]);

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
    .filter((word) => word !== '' && !commonNameWords.has(word))
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
  const typedText = comparedName(typed);
  return names.some((name) => startsLike(typedText, comparedName(name)));
}

/** Returns the part of a business name that is compared: its first two significant words. */
export function comparedName(name: string): string {
  return tellingWords(name).join(' ');
}

/** Whether two complete names, each as returned by `comparedName`, may be the same business: each starts like the other. */
export function isSimilarName(one: string, other: string): boolean {
  if (one === other) return one !== '';
  // Fast path: the edit distance is at least the difference of the lengths.
  const shorter = Math.min(one.length, other.length);
  if (Math.abs(one.length - other.length) > allowedSlips(one) || shorter < prefixLength) return false;
  return startsLike(one, other) && startsLike(other, one);
}

const allowedSlips = (typed: string) => Math.floor(typed.length / lettersPerSlip);

function startsLike(typed: string, name: string): boolean {
  const slips = allowedSlips(typed);
  // A missing or extra letter shifts the end of the prefix to compare with.
  const prefixes = [0, -1, 1].map((more) => name.slice(0, typed.length + more));
  return typed !== '' && prefixes.some((prefix) => distance(typed, prefix) <= slips);
}

/**
 * Merges lists of items with a common one into groups (connected components), in the order of their first items. A list
 * that would make a group larger than `maxSize` adds only as many items as fit.
 */
export function groupLinked(lists: Iterable<readonly string[]>, maxSize: number): string[][] {
  const groups = new Map<string, string[]>();
  for (const [first, ...others] of lists) {
    if (first === undefined) continue;
    const group = groups.get(first) ?? [first];
    groups.set(first, group);
    for (const item of others) {
      const added = groups.get(item) ?? [item];
      if (added === group || group.length + added.length > maxSize) continue;
      group.push(...added);
      for (const each of added) groups.set(each, group);
    }
  }
  return [...new Set(groups.values())].filter(({ length }) => length > 1);
}
