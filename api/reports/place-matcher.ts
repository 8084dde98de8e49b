import type { DimensionPredicate } from './dimension-filter.ts';
import type { TreePaths } from './totals-block.ts';

/** A node of the tree, with those of its children that occurred in a block. */
interface Place {
  id: string;
  above: Place | undefined;
  below: Map<string, Place> | undefined;
  /** Undefined until evaluated. */
  isWanted: boolean | undefined;
}

/**
 * Evaluates the place filter for block after block. Most places recur in every block, so results are cached in a tree
 * of ids: comparing whole paths as texts would take longer than the rest of a block.
 */
export class PlaceMatcher {
  readonly #predicate: DimensionPredicate | undefined;
  readonly #nowhere: Place = { id: '', above: undefined, below: undefined, isWanted: undefined };

  /** Without a predicate all places match. */
  constructor(predicate: DimensionPredicate | undefined) {
    this.#predicate = predicate;
  }

  /** Whether each path of a block matches: 1 or 0. */
  among({ ids, above, lines }: TreePaths): Uint8Array {
    if (!this.#predicate) return new Uint8Array(lines.length).fill(1);
    const known: Place[] = [];
    // A parent comes before its children.
    for (let number = 0; number < ids.length; number += 1)
      known.push(below(known[above[number] ?? -1] ?? this.#nowhere, ids[number] ?? ''));
    return Uint8Array.from(lines, (number) => (this.#isWanted(known[number] ?? this.#nowhere) ? 1 : 0));
  }

  #isWanted(place: Place): boolean {
    place.isWanted ??= this.#predicate?.(lineOf(place)) ?? true;
    return place.isWanted;
  }
}

function below(place: Place, id: string): Place {
  place.below ??= new Map();
  const known = place.below.get(id);
  if (known) return known;
  const node = { id, above: place, below: undefined, isWanted: undefined };
  place.below.set(id, node);
  return node;
}

/** The ids of a place and its ancestors. */
function lineOf(place: Place): string[] {
  const ids: string[] = [];
  for (let at = place; at.above; at = at.above) ids.push(at.id);
  return ids;
}
