import type { NamedRecord } from '../api/queries.ts';

/**
 * Returns the selected channel: the one that the address names by slug or id, else the last selected one, else the only
 * one (spec 2). Returns undefined when the address names a channel that does not exist.
 */
export function resolveChannel(
  channels: readonly NamedRecord[],
  { slug: asked, last }: { slug: string | undefined; last: string | null },
): NamedRecord | undefined {
  const find = (name: string | null) => channels.find(({ id, slug }) => name === slug || name === id);
  if (asked !== undefined) return find(asked);
  return find(last) ?? (channels.length === 1 ? channels[0] : undefined);
}
