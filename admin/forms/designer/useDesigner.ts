import { useCallback, useEffect, useEffectEvent, useMemo, useState } from 'react';
import { type Design, type DesignWidget, serializeDesign } from '#schemas/designing/design.ts';
import type { EditResult } from '#schemas/designing/edits.ts';
import { widgetsIn } from '#schemas/designing/tree.ts';
import type { UndoHistory } from '#schemas/designing/undo-history.ts';
import { isEqual } from '#schemas/forms/is-equal.ts';
import type { JsonMap } from '#schemas/generated/types.ts';
import {
  applyDesignerEdit,
  type DesignError,
  type DesignerState,
  openDesignerState,
  rebaseEdits,
  travelTo,
} from './designer-state.ts';

/** The form being edited, its undo history and selection. */
export interface Designer {
  design: Design;
  history: UndoHistory;
  /** The selected widgets in form order. */
  selected: readonly DesignWidget[];
  /** Their ids in selection order. */
  ids: readonly string[];
  select: (ids: readonly string[]) => void;
  /**
   * Applies an edit, selects what it adds and reports it in the status line. Returns false, with a message, if the edit
   * is rejected.
   */
  applyEdit: (edit: EditResult) => boolean;
  undo: () => void;
  redo: () => void;
  /** Undoes or redoes until `done` edits are applied. */
  goTo: (done: number) => void;
  /** Replaces the history, for example by restored work; `message` goes to the status line. */
  restoreHistory: (history: UndoHistory, message: string) => void;
  /** Last message in the status line (announced to screen readers). */
  message: string;
  isRejected: boolean;
}

/**
 * Debounce in milliseconds before edits are written to the page's form, which parses, validates and stores all of it.
 */
const writeDelay = 200;
/** In a large form, typing has to pause first. A press or a move of the focus writes at once. */
const largeWriteDelay = 1_000;
/** The number of widgets from which a form is large. */
const largeCount = 200;

/**
 * Opens the value of a form for editing and writes edits back to it, debounced. `onChange` returns what it stores, which
 * may be written in another way. Returns an error if the value is not a form.
 */
export function useDesigner(value: unknown, onChange: (formSchema: JsonMap) => JsonMap): Designer | DesignError {
  const [state, setState] = useState<DesignerState>(() => openDesignerState(value));
  const { lastValue, history, selected, message, isRejected } = state;
  // The value has changed outside the designer, by JSON input or a save elsewhere.
  if (lastValue !== value)
    setState((now) => (isEqual(now.writtenValue, value) ? { ...now, lastValue: value } : rebaseEdits(now, value)));
  const design = 'design' in history ? history.design : null;
  const widgets = useMemo(() => (design ? [...widgetsIn(design.root)].map(({ widget }) => widget) : []), [design]);
  const delay = widgets.length < largeCount ? writeDelay : largeWriteDelay;
  useDebouncedWrite(state, delay, (formSchema, writtenDesign) => {
    const writtenValue = onChange(formSchema);
    setState((now) => ({ ...now, writtenValue, writtenDesign }));
  });
  const chosen = useMemo(() => {
    const ids = new Set(selected);
    return widgets.filter(({ id }) => ids.has(id));
  }, [widgets, selected]);
  const select = useCallback((ids: readonly string[]) => setState((now) => ({ ...now, selected: ids })), []);
  const apply = useCallback((edit: EditResult) => {
    setState((now) => applyDesignerEdit(now, edit));
    return !('rejected' in edit);
  }, []);
  const goTo = useCallback((done: number) => setState((now) => travelTo(now, done)), []);
  const restoreHistory = useCallback(
    (next: UndoHistory, text: string) =>
      setState((now) => ({ ...now, history: next, selected: [], message: text, isRejected: false })),
    [],
  );
  const stepBy = useCallback((step: number) => setState((now) => travelTo(now, doneIn(now) + step)), []);
  const undo = useCallback(() => stepBy(-1), [stepBy]);
  const redo = useCallback(() => stepBy(1), [stepBy]);
  // Referentially stable as long as nothing in it changes, so that memoized parts render once per edit.
  return useMemo(() => {
    if (!('design' in history)) return history;
    const actions = { select, applyEdit: apply, undo, redo, goTo, restoreHistory };
    return { ...actions, design: history.design, history, selected: chosen, ids: selected, message, isRejected };
  }, [history, chosen, selected, message, isRejected, select, apply, undo, redo, goTo, restoreHistory]);
}

const doneIn = ({ history }: DesignerState) => ('design' in history ? history.undoStack.length : 0);

/** Writes the design to the page after a debounce, and at once on unmount or when the page is hidden. */
function useDebouncedWrite(
  { history, writtenDesign }: DesignerState,
  delay: number,
  passOn: (formSchema: JsonMap, passed: Design) => void,
): void {
  const design = 'design' in history ? history.design : null;
  const pass = useEffectEvent(() => {
    if (design && writtenDesign !== design) passOn(serializeDesign(design), design);
  });
  useEffect(() => {
    if (!design || writtenDesign === design) return undefined;
    const timer = setTimeout(() => pass(), delay);
    return () => clearTimeout(timer);
  }, [design, writtenDesign, delay]);
  useEffect(() => {
    const passNow = () => pass();
    document.addEventListener('visibilitychange', passNow);
    window.addEventListener('pagehide', passNow);
    for (const event of leaving) document.addEventListener(event, passNow, true);
    return () => {
      for (const event of leaving) document.removeEventListener(event, passNow, true);
      document.removeEventListener('visibilitychange', passNow);
      window.removeEventListener('pagehide', passNow);
      passNow();
    };
  }, []);
}

/** Events after which an edit of a text is over, such as before a press of the publish button. */
const leaving = ['pointerdown', 'focusin'] as const;
