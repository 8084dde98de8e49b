import { ensureSyntaxTree } from '@codemirror/language';
import type { EditorState } from '@codemirror/state';
import { keysOf } from '#schemas/forms/pointer.ts';

type SyntaxNode = NonNullable<ReturnType<typeof ensureSyntaxTree>>['topNode'];

/** How long a keystroke may wait for the reading of a long text. */
export const patience = 100;

/** What is wrong at a place of the value that a text is. */
export interface JsonFault {
  /** A JSON pointer. */
  path: string;
  message: string;
}

/** Where in the text a fault stands. */
export interface PlacedFault extends JsonFault {
  from: number;
  to: number;
  line: number;
}

/** The faults with their places in the text, in its order; one that leads further than the text goes stands where that ends. */
export function placedFaults(state: EditorState, faults: readonly JsonFault[]): PlacedFault[] {
  const root = ensureSyntaxTree(state, state.doc.length, patience)?.topNode.firstChild ?? null;
  const placed = faults.map((fault) => {
    const { from, to } = placeOf(state, root, keysOf(fault.path));
    return { ...fault, from, to, line: state.doc.lineAt(from).number };
  });
  return placed.toSorted((one, other) => one.from - other.from);
}

interface Place {
  /** What names the value, or the value itself where it has no name. */
  mark: SyntaxNode;
  value: SyntaxNode;
}

function placeOf(state: EditorState, root: SyntaxNode | null, keys: readonly string[]): { from: number; to: number } {
  let place: Place | undefined = root ? { mark: root, value: root } : undefined;
  for (const key of keys) {
    const next: Place | undefined = place && inside(state, place.value, key);
    if (!next) break;
    place = next;
  }
  if (!place) return { from: 0, to: 0 };
  const { from } = place.mark;
  // What goes on over many lines is marked by its name alone.
  return { from, to: Math.min(place.value.to, state.doc.lineAt(from).to) };
}

function inside(state: EditorState, value: SyntaxNode, key: string): Place | undefined {
  if (value.name === 'Array') {
    const item = childrenOf(value).filter(({ name }) => values.has(name))[Number(key)];
    return item && { mark: item, value: item };
  }
  const property = value
    .getChildren('Property')
    .find((each) => textOf(state, each.getChild('PropertyName')) === JSON.stringify(key));
  const inner = property?.lastChild;
  return property && inner ? { mark: property, value: inner } : undefined;
}

/** As JSON writes it, whatever of it is escaped in the text. */
function textOf(state: EditorState, name: SyntaxNode | null): string {
  if (!name) return '';
  const text = state.sliceDoc(name.from, name.to);
  try {
    return JSON.stringify(JSON.parse(text));
  } catch (error) {
    if (error instanceof SyntaxError) return text;
    throw error;
  }
}

const values = new Set(['True', 'False', 'Null', 'Number', 'String', 'Object', 'Array']);

function childrenOf(node: SyntaxNode): SyntaxNode[] {
  const found: SyntaxNode[] = [];
  for (let child = node.firstChild; child; child = child.nextSibling) found.push(child);
  return found;
}
