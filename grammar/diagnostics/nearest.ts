/**
 * Looks for what words were probably meant to be, for one script. Comparing costs the words' lengths for each candidate,
 * and a broken script may have thousands of wrong words: only so many get a suggestion.
 */
export class Suggestions {
  #left = MOST;

  /** The nearest candidate; undefined when none is near, or enough have been looked for. */
  nearest(word: string, candidates: () => Iterable<string>): string | undefined {
    if (this.#left === 0) return undefined;
    this.#left -= 1;
    return nearest(word, candidates());
  }
}

const MOST = 50;

/** The candidate that `word` was probably meant to be, at most a third of its letters away; undefined when none is. */
export function nearest(word: string, candidates: Iterable<string>): string | undefined {
  let best: string | undefined;
  let least = Math.floor(word.length / 3) + 1;
  if (word.length > LONGEST) return undefined;
  const wanted = word.toLowerCase();
  for (const candidate of candidates) {
    if (candidate === word || Math.abs(candidate.length - word.length) >= least) continue;
    const distance = editDistance(wanted, candidate.toLowerCase(), least);
    if (distance < least) [best, least] = [candidate, distance];
  }
  return best;
}

/** Longer words are no slips of the finger, and the distance costs the product of the lengths. */
const LONGEST = 40;

/**
 * Insertions, deletions, replacements and swaps of neighbours that lead from one word to the other; counting stops where
 * they are sure to be `enough`.
 */
function editDistance(a: string, b: string, enough: number): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (let row = 1; row <= a.length; row += 1) {
    const current = [row];
    let least = row;
    for (let column = 1; column <= b.length; column += 1) {
      const isSame = a[row - 1] === b[column - 1];
      let cost = Math.min(at(last, column) + 1, at(current, column - 1) + 1, at(last, column - 1) + (isSame ? 0 : 1));
      if (row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1]) {
        cost = Math.min(cost, at(beforeLast, column - 2) + 1);
      }
      current.push(cost);
      least = Math.min(least, cost);
    }
    // The least of a row is at most one more than that of the row before, which a swap reaches back to and adds one.
    if (least >= enough) return enough;
    [beforeLast, last] = [last, current];
  }
  return at(last, b.length);
}

function at(row: readonly number[], column: number): number {
  return row[column] ?? Number.POSITIVE_INFINITY;
}
