import { useQuery } from '@tanstack/react-query';
import { distance } from 'fastest-levenshtein';
import type { Client } from '#schemas/generated/types.ts';
import { listOf } from '../api/queries.ts';
import type { ElementSlot } from '../forms/elementSlot.ts';
import { useDebounced } from '../lists/useDebounced.ts';
import { Banner } from '../look/Banner.tsx';
import styles from './SimilarClients.module.css';

/** At most `limit` clients with the same beginning are compared, and at most `shownLimit` of them are displayed. */
const limit = 100;
const shownLimit = 5;

/** Duplicate detection: clients whose name resembles the one typed, each with an action to use it instead. */
export function SimilarClients({ name, act }: { name: string; act: (client: Client) => ElementSlot }) {
  const search = useDebounced(duplicateSearchText(name));
  const { data } = useQuery({ ...listOf('clients', { search, sort: 'name', limit }), enabled: search !== '' });
  const found = search === '' ? [] : (data?.results ?? []);
  const clients = found
    .filter((each) => isPossibleDuplicate(name, [each.name, each.businessName]))
    .slice(0, shownLimit);
  if (clients.length === 0) return null;
  return (
    <Banner status="warn" title="This business may already be a client">
      <ul className={styles.clients}>
        {clients.map((client) => (
          <li key={client.id} className={styles.client}>
            <span>{`${client.name}, ${client.businessAddress.street}, ${client.businessAddress.city}`}</span>
            {act(client)}
          </li>
        ))}
      </ul>
    </Banner>
  );
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
