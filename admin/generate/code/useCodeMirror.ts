import { history } from '@codemirror/commands';
import { HighlightStyle, syntaxHighlighting } from '@codemirror/language';
import { Annotation, Compartment, EditorState, type Extension } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { tags } from '@lezer/highlight';
import { type Theme, useTheme } from '@mui/material';
import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react';

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

const cache = new WeakMap<Theme, Extension>();

/**
 * CodeMirror theme from the MUI theme. Cached per theme, since each new one adds a style sheet, which makes the browser
 * recalculate the page's styles.
 */
function editorTheme(theme: Theme): Extension {
  const colours = cache.get(theme) ?? coloursFrom(theme);
  cache.set(theme, colours);
  return colours;
}

function coloursFrom({ palette, shape, typography }: Theme): Extension {
  const { mode, text, divider, background, primary, error, success, info, warning, action } = palette;
  return [
    EditorView.theme(
      {
        '&': {
          backgroundColor: background.paper,
          color: text.primary,
          border: `1px solid ${text.secondary}`,
          borderRadius: `${shape.borderRadius}px`,
          fontSize: `${typography.caption.fontSize}px`,
        },
        '&.cm-focused': { outline: `2px solid ${primary.main}`, outlineOffset: '-1px' },
        '&:has([aria-invalid=true])': { borderColor: error.main },
        '.cm-scroller': {
          minHeight: '96px',
          maxHeight: '480px',
          overflow: 'auto',
          fontFamily: 'ui-monospace, monospace',
          lineHeight: 1.5,
        },
        '.cm-content': { caretColor: text.primary },
        '.cm-cursor': { borderLeftColor: text.primary },
        '.cm-gutters': {
          backgroundColor: background.default,
          color: text.secondary,
          borderRight: `1px solid ${divider}`,
        },
        '.cm-activeLine': { backgroundColor: action.hover },
        '&.cm-focused .cm-matchingBracket': { backgroundColor: action.selected },
        '.cm-tooltip': { backgroundColor: background.paper, color: text.primary, border: `1px solid ${divider}` },
        '.cm-panels': { backgroundColor: background.default, color: text.primary },
        '.cm-diagnostic-error': { borderLeftColor: error.main },
        '.cm-diagnosticAction': { backgroundColor: primary.main, color: primary.contrastText },
        '.cm-tooltip-autocomplete > ul > li[aria-selected]': {
          backgroundColor: primary.main,
          color: primary.contrastText,
        },
        '.cm-tooltip.cm-completionInfo': { maxWidth: '320px', padding: '4px 8px' },
        '.cm-completionMatchedText': { textDecoration: 'none' },
        '.cm-came-to': { marginLeft: '16px', color: text.secondary, fontStyle: 'italic', overflowWrap: 'anywhere' },
        '.cm-said': { padding: '4px 8px', maxWidth: '360px', whiteSpace: 'pre-line' },
      },
      { dark: mode === 'dark' },
    ),
    syntaxHighlighting(
      HighlightStyle.define([
        { tag: tags.propertyName, color: text.primary, fontWeight: '600' },
        { tag: tags.string, color: success.main },
        { tag: tags.number, color: info.main },
        { tag: [tags.bool, tags.null], color: warning.main },
        { tag: tags.keyword, color: info.main, fontWeight: '600' },
        { tag: tags.function(tags.variableName), color: info.main },
        { tag: tags.comment, color: text.secondary, fontStyle: 'italic' },
      ]),
    ),
  ];
}
