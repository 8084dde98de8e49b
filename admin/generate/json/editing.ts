import { defaultKeymap, historyKeymap, indentWithTab } from '@codemirror/commands';
import { json } from '@codemirror/lang-json';
import { bracketMatching, ensureSyntaxTree, indentOnInput, indentUnit } from '@codemirror/language';
import { type Diagnostic, linter, lintGutter, lintKeymap } from '@codemirror/lint';
import { type EditorState, type Extension, Facet } from '@codemirror/state';
import { drawSelection, EditorView, highlightActiveLine, keymap, lineNumbers } from '@codemirror/view';
import { type JsonFault, patience, placedFaults } from './fault-places.ts';

/** What somebody else has found wrong with the value; its places are looked for in the text as it is. */
export const knownFaults = Facet.define<readonly JsonFault[], readonly JsonFault[]>({
  combine: (given) => given.flat(),
});

/**
 * All that makes an editor one for JSON. Tab indents; Escape, then Tab leaves, which is CodeMirror's own way out.
 */
export const jsonEditing: Extension = [
  lineNumbers(),
  drawSelection(),
  indentUnit.of('  '),
  indentOnInput(),
  bracketMatching(),
  highlightActiveLine(),
  json(),
  linter(({ state }) => faultsOf(state), {
    delay: 300,
    needsRefresh: ({ startState, state }) => startState.facet(knownFaults) !== state.facet(knownFaults),
  }),
  lintGutter(),
  EditorView.lineWrapping,
  keymap.of([...defaultKeymap, ...historyKeymap, ...lintKeymap, indentWithTab]),
];

/** Browsers often say that a text is no JSON without saying where: the syntax tree always can. */
function faultsOf(state: EditorState): Diagnostic[] {
  const at = firstFault(state);
  // Of a text that is no JSON nobody can say more.
  if (at === undefined)
    return placedFaults(state, state.facet(knownFaults)).map(({ from, to, line, message }) => ({
      from,
      to,
      severity: 'error',
      message: `Line ${line}: ${message}`,
    }));
  const line = state.doc.lineAt(at);
  return [
    {
      from: at,
      to: Math.min(at + 1, line.to),
      severity: 'error',
      message: `Line ${line.number}, column ${at - line.from + 1}: not valid JSON`,
    },
  ];
}

/** The number of the first line that is no JSON; undefined when all of it is. */
export function brokenLineOf(state: EditorState): number | undefined {
  const at = firstFault(state);
  return at === undefined ? undefined : state.doc.lineAt(at).number;
}

/** An empty text is no value, which is not for the editor to judge. */
function firstFault(state: EditorState): number | undefined {
  if (state.doc.toString().trim() === '') return undefined;
  let fault: number | undefined;
  ensureSyntaxTree(state, state.doc.length, patience)?.iterate({
    enter: ({ type, from }) => {
      if (type.isError && fault === undefined) fault = from;
      return fault === undefined;
    },
  });
  return fault;
}
