/**
 * Layout of text that may be broken into lines, after Wadler's 'A prettier printer': a group is written on one line where
 * it fits, and else every line break of its own is taken.
 */
export type Doc = string | readonly Doc[] | Line | Indented | Group;

interface Line {
  readonly kind: 'line';
  /** What stands in its place on one line; null for a break that is always taken. */
  readonly flat: string | null;
}

interface Indented {
  readonly kind: 'indent';
  readonly content: Doc;
}

interface Group {
  readonly kind: 'group';
  readonly content: Doc;
}

/** A space, or a new line. */
export const LINE: Line = { kind: 'line', flat: ' ' };
/** Nothing, or a new line. */
export const SOFT: Line = { kind: 'line', flat: '' };
/** A new line, whatever fits. */
export const HARD: Line = { kind: 'line', flat: null };

export function indent(content: Doc): Doc {
  return { kind: 'indent', content };
}

export function group(content: Doc): Doc {
  return { kind: 'group', content };
}

export function join(docs: readonly Doc[], separator: Doc): Doc {
  return docs.flatMap((doc, index) => (index === 0 ? [doc] : [separator, doc]));
}

interface Piece {
  readonly doc: Doc;
  readonly depth: number;
  readonly isFlat: boolean;
}

/** Writes a document into lines of at most `width` characters, where that can be done. */
export function render(doc: Doc, width: number): string {
  const stack: Piece[] = [{ doc, depth: 0, isFlat: false }];
  const lines: string[] = [];
  let line = '';
  /** The characters of the line behind the last line break in it: a text may span lines. */
  let column = 0;
  for (let piece = stack.pop(); piece !== undefined; piece = stack.pop()) {
    const { doc: current, depth, isFlat } = piece;
    if (typeof current === 'string') {
      line += current;
      const end = current.lastIndexOf('\n');
      column = end < 0 ? column + current.length : current.length - end - 1;
    } else if (!('kind' in current)) {
      for (const part of current.toReversed()) stack.push({ doc: part, depth, isFlat });
    } else if (current.kind === 'indent') {
      stack.push({ doc: current.content, depth: depth + 1, isFlat });
    } else if (current.kind === 'group') {
      const flat: Piece = { doc: current.content, depth, isFlat: true };
      const fitting = isFlat || fits(flat, stack, width - column);
      stack.push({ doc: current.content, depth, isFlat: fitting });
    } else if (isFlat && current.flat !== null) {
      line += current.flat;
      column += current.flat.length;
    } else {
      lines.push(line.trimEnd());
      line = '  '.repeat(depth);
      column = line.length;
    }
  }
  return [...lines, line.trimEnd()].join('\n');
}

/**
 * Whether a piece fits, with what follows up to the first line break that is taken. A text with a line break in it ends the
 * line. `rest` is only looked at as far as that takes.
 */
function fits(first: Piece, rest: readonly Piece[], width: number): boolean {
  const stack = [first];
  let next = rest.length - 1;
  let left = width;
  for (;;) {
    const piece = stack.pop() ?? rest[next--];
    if (piece === undefined) return true;
    const { doc, depth, isFlat } = piece;
    if (typeof doc === 'string') {
      const end = doc.indexOf('\n');
      left -= end < 0 ? doc.length : end;
      if (left < 0 || end >= 0) return left >= 0;
    } else if (!('kind' in doc)) {
      for (const part of doc.toReversed()) stack.push({ doc: part, depth, isFlat });
    } else if (doc.kind !== 'line') {
      stack.push({ doc: doc.content, depth, isFlat });
    } else if (!isFlat || doc.flat === null) {
      return !isFlat;
    } else {
      left -= doc.flat.length;
      if (left < 0) return false;
    }
  }
}
