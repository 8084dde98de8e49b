import { Box } from '@mui/material';
import { useEffect, useMemo, useState } from 'react';
import { Faults } from '../code/Faults.tsx';
import { type CodeMirrorOptions, goToPlace, useCodeMirror } from '../code/useCodeMirror.ts';
import { brokenLineOf, jsonEditing, knownFaults } from './editing.ts';
import { type JsonFault, type PlacedFault, placedFaults } from './fault-places.ts';

interface JsonEditorProps extends Omit<CodeMirrorOptions, 'editing' | 'settings' | 'onChange'> {
  /** `brokenLine` is the line of the first syntax error, if there is one. */
  onChange: (text: string, brokenLine: number | undefined) => void;
  /** Faults from validation, marked in the text and listed below. */
  faults: readonly JsonFault[];
}

/** JSON editor based on CodeMirror, with the validation faults below. */
export function JsonEditor({ faults, onChange, ...options }: JsonEditorProps) {
  const { text } = options;
  const [positions, setPositions] = useState<readonly PlacedFault[]>([]);
  const { host, view } = useCodeMirror({
    ...options,
    editing: jsonEditing,
    settings: useMemo(() => knownFaults.of(faults), [faults]),
    onChange: (state) => onChange(state.doc.toString(), brokenLineOf(state)),
  });
  useEffect(() => {
    const state = view.current?.state;
    // Recompute the positions, since edits move lines.
    if (state) setPositions(state.doc.toString() === text ? placedFaults(state, faults) : []);
  }, [view, faults, text]);
  const shown = positions.map((fault) => ({ ...fault, place: fault.path === '' ? '' : fault.path.slice(1) }));
  return (
    <>
      <Box ref={host} />
      <Faults faults={shown} onGo={(fault) => goToPlace(view.current, fault)} />
    </>
  );
}
