import { ensureSyntaxTree } from '@codemirror/language';
import type { EditorState } from '@codemirror/state';
import { keysOf } from '#schemas/forms/pointer.ts';

type SyntaxNode = NonNullable<ReturnType<typeof ensureSyntaxTree>>['topNode'];

/** Time limit in milliseconds for parsing a long text on a keystroke. */
export const parseTimeLimit = 100;

/** A validation fault at a path of a JSON value. */
export interface JsonFault {
  /** JSON pointer. */
  path: string;
  message: string;
}

/** A fault with its position in the text. */
export interface LocatedFault extends JsonFault {
  from: number;
  to: number;
  line: number;
}

/** Maps faults to text positions and sorts them. A path that does not exist maps to its deepest existing ancestor. */
export function locateFaults(state: EditorState, faults: readonly JsonFault[]): LocatedFault[] {
  const root = ensureSyntaxTree(state, state.doc.length, parseTimeLimit)?.topNode.firstChild ?? null;
  const positions = faults.map((fault) => {
    const { from, to } = placeOf(state, root, keysOf(fault.path));
    return { ...fault, from, to, line: state.doc.lineAt(from).number };
  });
  return positions.toSorted((one, other) => one.from - other.from);
}

interface NodePosition {
  /** The property's node, or the value itself in an array. */
  mark: SyntaxNode;
  value: SyntaxNode;
}

function placeOf(state: EditorState, root: SyntaxNode | null, keys: readonly string[]): { from: number; to: number } {
  let place: NodePosition | undefined = root ? { mark: root, value: root } : undefined;
  for (const key of keys) {
    const next: NodePosition | undefined = place && inside(state, place.value, key);
    if (!next) break;
    place = next;
  }
  if (!place) return { from: 0, to: 0 };
  const { from } = place.mark;
  // Marks only the first line of a multi-line value.
  return { from, to: Math.min(place.value.to, state.doc.lineAt(from).to) };
}

function inside(state: EditorState, value: SyntaxNode, key: string): NodePosition | undefined {
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

/** Normalizes escapes in a property name, to compare it with a key. */
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
