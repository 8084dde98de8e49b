import { Annotation, Compartment, EditorState } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { Box, useTheme } from '@mui/material';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { coloursOf } from './colours.ts';
import { brokenLineOf, jsonEditing, knownFaults } from './editing.ts';
import { type JsonFault, type PlacedFault, placedFaults } from './fault-places.ts';
import { JsonFaults } from './JsonFaults.tsx';

interface Editor {
  view: EditorView;
  attributes: Compartment;
  colours: Compartment;
  faults: Compartment;
}

/** Marks a change that the form has made, not the person. */
const fromForm = Annotation.define<boolean>();

interface JsonEditorProps {
  text: string;
  /** Told the line that is no JSON as well, where there is one. */
  onChange: (text: string, brokenLine: number | undefined) => void;
  onBlur: () => void;
  /** Given what react-hook-form calls to bring the cursor here. */
  focusRef: (input: { focus: () => void } | null) => void;
  /** Ids of what names and explains the editor. */
  labelledBy: string;
  describedBy: string;
  isInvalid: boolean;
  /** What is wrong with the value: marked in the text, and listed below with its lines. */
  faults: readonly JsonFault[];
}

/** CodeMirror as an input: controlled by `text`, named and explained to screen readers, in the colours of the theme. */
export function JsonEditor({
  text,
  onChange,
  onBlur,
  focusRef,
  labelledBy,
  describedBy,
  isInvalid,
  faults,
}: JsonEditorProps) {
  const [placed, setPlaced] = useState<readonly PlacedFault[]>([]);
  const theme = useTheme();
  const host = useRef<HTMLDivElement>(null);
  const editor = useRef<Editor>(undefined);
  const told = useEffectEvent(onChange);
  const left = useEffectEvent(onBlur);
  const offerFocus = useEffectEvent(focusRef);
  const firstText = useEffectEvent(() => text);

  useEffect(() => {
    if (!host.current) return;
    const attributes = new Compartment();
    const colours = new Compartment();
    const known = new Compartment();
    const view = new EditorView({
      parent: host.current,
      state: EditorState.create({
        doc: firstText(),
        extensions: [
          jsonEditing,
          attributes.of([]),
          colours.of([]),
          known.of([]),
          EditorView.updateListener.of(({ docChanged, state, transactions }) => {
            const isFromForm = transactions.some((transaction) => transaction.annotation(fromForm));
            if (docChanged && !isFromForm) told(state.doc.toString(), brokenLineOf(state));
          }),
          EditorView.domEventHandlers({ blur: () => left() }),
        ],
      }),
    });
    editor.current = { view, attributes, colours, faults: known };
    offerFocus({ focus: () => view.focus() });
    return () => {
      offerFocus(null);
      view.destroy();
    };
  }, []);

  useEffect(() => {
    editor.current?.view.dispatch({ effects: editor.current.colours.reconfigure(coloursOf(theme)) });
  }, [theme]);

  useEffect(() => {
    // It can be reached anyway; checkers see that only by the tabindex.
    const names = {
      tabindex: '0',
      'aria-labelledby': labelledBy,
      'aria-describedby': describedBy,
      'aria-invalid': String(isInvalid),
    };
    editor.current?.view.dispatch({
      effects: editor.current.attributes.reconfigure(EditorView.contentAttributes.of(names)),
    });
  }, [labelledBy, describedBy, isInvalid]);

  useEffect(() => {
    const view = editor.current?.view;
    if (!view || view.state.doc.toString() === text) return;
    view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: text }, annotations: fromForm.of(true) });
  }, [text]);

  useEffect(() => {
    const { view, faults: known } = editor.current ?? {};
    if (!view || !known) return;
    view.dispatch({ effects: known.reconfigure(knownFaults.of(faults)) });
    // Lines move as somebody types above them.
    setPlaced(view.state.doc.toString() === text ? placedFaults(view.state, faults) : []);
  }, [faults, text]);

  const goTo = ({ from, to }: PlacedFault) => {
    editor.current?.view.dispatch({ selection: { anchor: from, head: to }, scrollIntoView: true });
    editor.current?.view.focus();
  };
  return (
    <>
      <Box ref={host} />
      <JsonFaults faults={placed} onGo={goTo} />
    </>
  );
}
