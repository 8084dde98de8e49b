import { Box } from '@mui/material';
import { useEffect, useMemo, useState } from 'react';
import { Faults } from '../code/Faults.tsx';
import { type CodeMirrorOptions, goToPlace, useCodeMirror } from '../code/useCodeMirror.ts';
import { brokenLineOf, jsonEditing, knownFaults } from './editing.ts';
import { type JsonFault, type PlacedFault, placedFaults } from './fault-places.ts';

interface JsonEditorProps extends Omit<CodeMirrorOptions, 'editing' | 'settings' | 'onChange'> {
  /** Told the line that is no JSON as well, where there is one. */
  onChange: (text: string, brokenLine: number | undefined) => void;
  /** What is wrong with the value: marked in the text, and listed below with its lines. */
  faults: readonly JsonFault[];
}

/** An editor of JSON. */
export function JsonEditor({ faults, onChange, ...options }: JsonEditorProps) {
  const { text } = options;
  const [placed, setPlaced] = useState<readonly PlacedFault[]>([]);
  const { host, view } = useCodeMirror({
    ...options,
    editing: jsonEditing,
    settings: useMemo(() => knownFaults.of(faults), [faults]),
    onChange: (state) => onChange(state.doc.toString(), brokenLineOf(state)),
  });
  useEffect(() => {
    const state = view.current?.state;
    // Lines move as somebody types above them.
    if (state) setPlaced(state.doc.toString() === text ? placedFaults(state, faults) : []);
  }, [view, faults, text]);
  const shown = placed.map((fault) => ({ ...fault, place: fault.path === '' ? '' : fault.path.slice(1) }));
  return (
    <>
      <Box ref={host} />
      <Faults faults={shown} onGo={(fault) => goToPlace(view.current, fault)} />
    </>
  );
}
