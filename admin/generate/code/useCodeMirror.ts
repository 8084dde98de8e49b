import { history } from '@codemirror/commands';
import { Annotation, Compartment, EditorState, type Extension } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { useTheme } from '@mui/material';
import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react';
import { editorTheme } from './editor-theme.ts';

/** Marks transactions that come from the form rather than the user. */
const fromForm = Annotation.define<boolean>();

export interface CodeMirrorOptions {
  text: string;
  /** Identifies the document. When it changes, the undo history is reset. */
  subject?: string;
  /** Extensions that depend on what is edited; fixed after mount. */
  editing: Extension;
  /** Extensions that may change after mount; memoize them. */
  settings: Extension;
  onChange: (state: EditorState) => void;
  onBlur?: () => void;
  /** Receives the focus handle for react-hook-form. */
  focusRef?: (input: { focus: () => void } | null) => void;
  /** Ids of the elements that label and describe the editor. */
  labelledBy: string;
  describedBy: string;
  isInvalid: boolean;
}

/** CodeMirror as a controlled input with ARIA labels and the theme's colors. */
export function useCodeMirror({
  text,
  subject,
  editing,
  settings,
  onChange,
  onBlur,
  focusRef,
  labelledBy,
  describedBy,
  isInvalid,
}: CodeMirrorOptions): { host: RefObject<HTMLDivElement | null>; view: RefObject<EditorView | null> } {
  const theme = useTheme();
  const host = useRef<HTMLDivElement>(null);
  const editor = useRef<EditorView>(null);
  // Compartments for the extensions that are reconfigured after mount.
  const [{ attributes, colours, changing, past }] = useState(() => ({
    attributes: new Compartment(),
    colours: new Compartment(),
    changing: new Compartment(),
    past: new Compartment(),
  }));
  const handleChange = useEffectEvent(onChange);
  const handleBlur = useEffectEvent(() => onBlur?.());
  const offerFocus = useEffectEvent((input: { focus: () => void } | null) => focusRef?.(input));
  const first = useEffectEvent(() => ({ text, editing }));

  useEffect(() => {
    if (!host.current) return;
    const initial = first();
    const view = new EditorView({
      parent: host.current,
      state: EditorState.create({
        doc: initial.text,
        extensions: [
          initial.editing,
          attributes.of([]),
          colours.of([]),
          changing.of([]),
          past.of(history()),
          EditorView.updateListener.of(({ docChanged, state, transactions }) => {
            const isFromForm = transactions.some((transaction) => transaction.annotation(fromForm));
            if (docChanged && !isFromForm) handleChange(state);
          }),
          EditorView.domEventHandlers({ blur: () => handleBlur() }),
        ],
      }),
    });
    editor.current = view;
    offerFocus({ focus: () => view.focus() });
    return () => {
      offerFocus(null);
      editor.current = null;
      view.destroy();
    };
  }, [attributes, colours, changing, past]);

  useEffect(() => {
    editor.current?.dispatch({ effects: colours.reconfigure(editorTheme(theme)) });
  }, [colours, theme]);

  useEffect(() => {
    // contenteditable is focusable anyway; accessibility checkers expect the tabindex.
    const names = {
      tabindex: '0',
      'aria-labelledby': labelledBy,
      'aria-describedby': describedBy,
      'aria-invalid': String(isInvalid),
    };
    editor.current?.dispatch({ effects: attributes.reconfigure(EditorView.contentAttributes.of(names)) });
  }, [attributes, labelledBy, describedBy, isInvalid]);

  useEffect(() => {
    const view = editor.current;
    if (!view || view.state.doc.toString() === text) return;
    view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: text }, annotations: fromForm.of(true) });
  }, [text]);

  const lastSubject = useRef(subject);
  useEffect(() => {
    if (lastSubject.current === subject) return;
    lastSubject.current = subject;
    editor.current?.dispatch({ selection: { anchor: 0 }, effects: past.reconfigure([]) });
    editor.current?.dispatch({ effects: past.reconfigure(history()) });
  }, [past, subject]);

  useEffect(() => {
    editor.current?.dispatch({ effects: changing.reconfigure(settings) });
  }, [changing, settings]);

  return { host, view: editor };
}

/** Moves the cursor to a range and scrolls it into view. */
export function selectRange(view: EditorView | null, { from, to }: { from: number; to: number }): void {
  view?.dispatch({ selection: { anchor: from, head: to }, scrollIntoView: true });
  view?.focus();
}
