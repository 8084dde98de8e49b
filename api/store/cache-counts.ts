/** How often something was answered from memory, and how often it had to be read. */
export interface CacheCounts {
  hits: number;
  misses: number;
}

/** Of all that this process keeps in memory, by a name. */
export const cacheCounts = new Map<string, CacheCounts>();

/** The counts of one kind of what is kept, to be raised by whoever keeps it. */
export function countsOf(name: string): CacheCounts {
  const known = cacheCounts.get(name);
  if (known) return known;
  const made = { hits: 0, misses: 0 };
  cacheCounts.set(name, made);
  return made;
}
