import { defaultKeymap, historyKeymap, indentWithTab } from '@codemirror/commands';
import { json } from '@codemirror/lang-json';
import { bracketMatching, ensureSyntaxTree, indentOnInput, indentUnit } from '@codemirror/language';
import { type Diagnostic, linter, lintGutter, lintKeymap } from '@codemirror/lint';
import { type EditorState, type Extension, Facet } from '@codemirror/state';
import { drawSelection, EditorView, highlightActiveLine, keymap, lineNumbers } from '@codemirror/view';
import { Box } from '@mui/material';
import { useEffect, useMemo, useState } from 'react';
import { DiagnosticList } from '../code/DiagnosticList.tsx';
import { type CodeMirrorOptions, selectRange, useCodeMirror } from '../code/useCodeMirror.ts';
import { type JsonFault, type LocatedFault, locateFaults, parseTimeLimit } from './locate-faults.ts';

interface JsonEditorProps extends Omit<CodeMirrorOptions, 'editing' | 'settings' | 'onChange'> {
  /** `brokenLine` is the line of the first syntax error, if there is one. */
  onChange: (text: string, brokenLine: number | undefined) => void;
  /** Faults from validation, marked in the text and listed below. */
  faults: readonly JsonFault[];
}

/** JSON editor based on CodeMirror, with the validation faults below. */
export function JsonEditor({ faults, onChange, ...options }: JsonEditorProps) {
  const { text } = options;
  const [positions, setPositions] = useState<readonly LocatedFault[]>([]);
  const { host, view } = useCodeMirror({
    ...options,
    editing: jsonExtensions,
    settings: useMemo(() => knownFaults.of(faults), [faults]),
    onChange: (state) => onChange(state.doc.toString(), brokenLineOf(state)),
  });
  useEffect(() => {
    const state = view.current?.state;
    // Recompute the positions, since edits move lines.
    if (state) setPositions(state.doc.toString() === text ? locateFaults(state, faults) : []);
  }, [view, faults, text]);
  const shown = positions.map((fault) => ({ ...fault, place: fault.path === '' ? '' : fault.path.slice(1) }));
  return (
    <>
      <Box ref={host} />
      <DiagnosticList faults={shown} onGo={(fault) => selectRange(view.current, fault)} />
    </>
  );
}

/** Facet with the validation faults from outside; the linter maps their paths to positions. */
const knownFaults = Facet.define<readonly JsonFault[], readonly JsonFault[]>({
  combine: (inputs) => inputs.flat(),
});

/** CodeMirror extensions for JSON editing. Tab indents; Escape, then Tab leaves (CodeMirror's default). */
const jsonExtensions: Extension = [
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

/** Uses the syntax tree for positions, since browsers' JSON errors often have none. */
function faultsOf(state: EditorState): Diagnostic[] {
  const at = firstFault(state);
  // With a syntax error no paths can be resolved.
  if (at === undefined)
    return locateFaults(state, state.facet(knownFaults)).map(({ from, to, line, message }) => ({
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

/** Returns the line of the first syntax error; undefined for valid JSON. */
function brokenLineOf(state: EditorState): number | undefined {
  const at = firstFault(state);
  return at === undefined ? undefined : state.doc.lineAt(at).number;
}

/** Empty text is no syntax error; it means no value. */
function firstFault(state: EditorState): number | undefined {
  if (state.doc.toString().trim() === '') return undefined;
  let fault: number | undefined;
  ensureSyntaxTree(state, state.doc.length, parseTimeLimit)?.iterate({
    enter: ({ type, from }) => {
      if (type.isError && fault === undefined) fault = from;
      return fault === undefined;
    },
  });
  return fault;
}
