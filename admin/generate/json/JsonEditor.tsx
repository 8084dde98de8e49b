import { Box } from '@mui/material';
import { useEffect, useMemo, useState } from 'react';
import { DiagnosticList } from '../code/DiagnosticList.tsx';
import { type CodeMirrorOptions, selectRange, useCodeMirror } from '../code/useCodeMirror.ts';
import { brokenLineOf, jsonExtensions, knownFaults } from './json-extensions.ts';
import { type JsonFault, type LocatedFault, locateFaults } from './locate-faults.ts';

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
