import type { Wanted } from './dimension-filter.ts';
import type { Nodes } from './totals-block.ts';

/** A place in the tree, with those below it that any block has named. */
interface Place {
  id: string;
  above: Place | undefined;
  below: Map<string, Place> | undefined;
  /** Not looked at yet where it is undefined. */
  isWanted: boolean | undefined;
}

/**
 * Which places are wanted, of block after block. Most of them come again in each: what is known of a place is found by its own id below
 * the one above it, since lines as texts take longer to be compared than all the rest of a block.
 */
export class PlacesWanted {
  readonly #wanted: Wanted | undefined;
  readonly #nowhere: Place = { id: '', above: undefined, below: undefined, isWanted: undefined };

  /** Everywhere, where nothing is said. */
  constructor(wanted: Wanted | undefined) {
    this.#wanted = wanted;
  }

  /** Of each line of a block whether it is wanted: 1 or 0. */
  among({ ids, above, lines }: Nodes): Uint8Array {
    if (!this.#wanted) return new Uint8Array(lines.length).fill(1);
    const known: Place[] = [];
    // A node stands behind the one above it.
    for (let number = 0; number < ids.length; number += 1)
      known.push(below(known[above[number] ?? -1] ?? this.#nowhere, ids[number] ?? ''));
    return Uint8Array.from(lines, (number) => (this.#isWanted(known[number] ?? this.#nowhere) ? 1 : 0));
  }

  #isWanted(place: Place): boolean {
    place.isWanted ??= this.#wanted?.(lineOf(place)) ?? true;
    return place.isWanted;
  }
}

function below(place: Place, id: string): Place {
  place.below ??= new Map();
  const known = place.below.get(id);
  if (known) return known;
  const made = { id, above: place, below: undefined, isWanted: undefined };
  place.below.set(id, made);
  return made;
}

/** The ids of a place and of all above it. */
function lineOf(place: Place): string[] {
  const ids: string[] = [];
  for (let at = place; at.above; at = at.above) ids.push(at.id);
  return ids;
}
