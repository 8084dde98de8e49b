/** A position in a source. Both are 1-based; columns count UTF-16 units as editors do. */
export interface Position {
  readonly line: number;
  readonly column: number;
}

/** Line index: the start offsets of all lines, computed once, so that each lookup is a binary search. */
export class Lines {
  readonly #starts: number[] = [0];

  constructor(source: string) {
    for (let at = source.indexOf('\n'); at >= 0; at = source.indexOf('\n', at + 1)) this.#starts.push(at + 1);
  }

  positionOf(offset: number): Position {
    let low = 0;
    let high = this.#starts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((this.#starts[middle] ?? 0) <= offset) low = middle;
      else high = middle - 1;
    }
    return { line: low + 1, column: offset - (this.#starts[low] ?? 0) + 1 };
  }
}
