/**
 * "Did you mean" suggestions for one script. A comparison costs time in the word lengths for every candidate, and a
 * broken script may have thousands of unknown words, so only the first 50 get a suggestion.
 */
export class Suggestions {
  #remaining = MAX_SUGGESTIONS;

  /** Returns the nearest candidate; undefined if none is near or the limit is reached. */
  nearest(word: string, candidates: () => Iterable<string>): string | undefined {
    if (this.#remaining === 0) return undefined;
    this.#remaining -= 1;
    return nearestWord(word, candidates());
  }
}

const MAX_SUGGESTIONS = 50;

/**
 * Spelling correction: returns the candidate with the smallest edit distance, at most a third of the word's length;
 * undefined if there is none.
 */
export function nearestWord(word: string, candidates: Iterable<string>): string | undefined {
  let best: string | undefined;
  let least = Math.floor(word.length / 3) + 1;
  if (word.length > MAX_WORD_LENGTH) return undefined;
  const lowerCaseWord = word.toLowerCase();
  for (const candidate of candidates) {
    if (candidate === word || Math.abs(candidate.length - word.length) >= least) continue;
    const distance = editDistance(lowerCaseWord, candidate.toLowerCase(), least);
    if (distance < least) [best, least] = [candidate, distance];
  }
  return best;
}

/** Longer words are unlikely to be typos, and the edit distance costs the product of the lengths. */
const MAX_WORD_LENGTH = 40;

/**
 * Edit distance (Damerau-Levenshtein): insertions, deletions, replacements and swaps of adjacent letters. Stops and
 * returns `limit` once the distance is known to reach it.
 */
function editDistance(a: string, b: string, limit: number): number {
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
    // The row minimum can only drop by reaching back two rows through a swap, which adds one, so no later row gets
    // below the limit.
    if (least >= limit) return limit;
    [beforeLast, last] = [last, current];
  }
  return at(last, b.length);
}

function at(row: readonly number[], column: number): number {
  return row[column] ?? Number.POSITIVE_INFINITY;
}
