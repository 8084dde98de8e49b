/**
 * Pretty printer after Wadler's 'A prettier printer'. A group is printed on one line if it fits, otherwise all its own
 * line breaks are taken.
 */
export type Doc = string | readonly Doc[] | Line | Indent | Group;

interface Line {
  readonly kind: 'line';
  /** The text on one line; null for a line break that is always taken. */
  readonly flat: string | null;
}

interface Indent {
  readonly kind: 'indent';
  readonly content: Doc;
}

interface Group {
  readonly kind: 'group';
  readonly content: Doc;
}

/** A space, or a line break if the group does not fit. */
export const LINE: Line = { kind: 'line', flat: ' ' };
/** Nothing, or a line break if the group does not fit. */
export const SOFT_LINE: Line = { kind: 'line', flat: '' };
/** A line break, always. */
export const HARD_LINE: Line = { kind: 'line', flat: null };

/** Indents the line breaks inside a document by one level. */
export function indent(content: Doc): Doc {
  return { kind: 'indent', content };
}

/** Groups a document, so that its line breaks are taken all or none. */
export function group(content: Doc): Doc {
  return { kind: 'group', content };
}

/** Joins documents with a separator. */
export function join(docs: readonly Doc[], separator: Doc): Doc {
  return docs.flatMap((doc, index) => (index === 0 ? [doc] : [separator, doc]));
}

interface Piece {
  readonly doc: Doc;
  readonly depth: number;
  readonly isFlat: boolean;
}

/** Renders a document into lines of at most `width` characters where possible. */
export function render(doc: Doc, width: number): string {
  const stack: Piece[] = [{ doc, depth: 0, isFlat: false }];
  const lines: string[] = [];
  let line = '';
  /** The current column. A text may span lines, so this counts from its last line break. */
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
      const canBeFlat = isFlat || fits(flat, stack, width - column);
      stack.push({ doc: current.content, depth, isFlat: canBeFlat });
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
 * Whether a piece fits on the line, including what follows up to the first line break that is taken. A line break
 * inside a text ends the line. Reads no more of `rest` than needed.
 */
function fits(first: Piece, rest: readonly Piece[], width: number): boolean {
  const stack = [first];
  let next = rest.length - 1;
  let remaining = width;
  for (;;) {
    const piece = stack.pop() ?? rest[next--];
    if (piece === undefined) return true;
    const { doc, depth, isFlat } = piece;
    if (typeof doc === 'string') {
      const end = doc.indexOf('\n');
      remaining -= end < 0 ? doc.length : end;
      if (remaining < 0 || end >= 0) return remaining >= 0;
    } else if (!('kind' in doc)) {
      for (const part of doc.toReversed()) stack.push({ doc: part, depth, isFlat });
    } else if (doc.kind !== 'line') {
      stack.push({ doc: doc.content, depth, isFlat });
    } else if (!isFlat || doc.flat === null) {
      return !isFlat;
    } else {
      remaining -= doc.flat.length;
      if (remaining < 0) return false;
    }
  }
}
