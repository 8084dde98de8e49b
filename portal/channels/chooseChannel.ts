import type { Named } from '../api/queries.ts';

/**
 * The channel that an address asks for by slug or id; without one the last chosen, else the only one there is (spec 2).
 * Nothing when the address names a channel that is not there.
 */
export function chooseChannel(
  channels: readonly Named[],
  { asked, last }: { asked: string | undefined; last: string | null },
): Named | undefined {
  const find = (name: string | null) => channels.find(({ id, slug }) => name === slug || name === id);
  if (asked !== undefined) return find(asked);
  return find(last) ?? (channels.length === 1 ? channels[0] : undefined);
}
