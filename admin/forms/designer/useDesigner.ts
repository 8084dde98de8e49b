import { useCallback, useEffect, useEffectEvent, useMemo, useState } from 'react';
import { type Design, type DesignWidget, serializeDesign } from '#schemas/designing/design.ts';
import type { EditResult } from '#schemas/designing/edits.ts';
import type { History } from '#schemas/designing/history.ts';
import { widgetsIn } from '#schemas/designing/tree.ts';
import { isEqual } from '#schemas/forms/is-equal.ts';
import type { JsonMap } from '#schemas/generated/types.ts';
import { acted, type DesignerState, gone, opened, renewed, type Undesigned } from './designer-state.ts';

/** The form being edited, its undo history and selection. */
export interface Designer {
  design: Design;
  history: History;
  /** The selected widgets in form order. */
  selected: readonly DesignWidget[];
  /** Their ids in selection order. */
  ids: readonly string[];
  select: (ids: readonly string[]) => void;
  /**
   * Applies an edit, selects what it adds and reports it in the status line. Returns false, with a message, if the edit
   * is refused.
   */
  act: (edit: EditResult) => boolean;
  undo: () => void;
  redo: () => void;
  /** Undoes or redoes until `done` edits are applied. */
  goTo: (done: number) => void;
  /** Replaces the history, for example by restored work; `said` goes to the status line. */
  takeUp: (history: History, said: string) => void;
  /** Last message in the status line (announced to screen readers). */
  said: string;
  isRefused: boolean;
}

/**
 * Debounce in milliseconds before edits are written to the page's form, which parses, validates and stores all of it.
 */
const writeDelay = 200;

/**
 * Opens the value of a form for editing and writes edits back to it, debounced. Returns an error if the value is not a
 * form.
 */
export function useDesigner(value: unknown, onChange: (formSchema: JsonMap) => void): Designer | Undesigned {
  const [state, setState] = useState<DesignerState>(() => opened(value));
  const { seen, history, selected, said, isRefused } = state;
  // The value has changed outside the designer, by JSON input or a save elsewhere.
  if (seen !== value) setState((now) => (isEqual(now.given, value) ? { ...now, seen: value } : renewed(now, value)));
  const design = 'design' in history ? history.design : null;
  useDebouncedWrite(state, (formSchema, passed) => {
    setState((now) => ({ ...now, given: formSchema, passed }));
    onChange(formSchema);
  });
  const widgets = useMemo(() => (design ? [...widgetsIn(design.root)].map(({ widget }) => widget) : []), [design]);
  const chosen = useMemo(() => {
    const ids = new Set(selected);
    return widgets.filter(({ id }) => ids.has(id));
  }, [widgets, selected]);
  const select = useCallback((ids: readonly string[]) => setState((now) => ({ ...now, selected: ids })), []);
  const act = useCallback((edit: EditResult) => {
    setState((now) => acted(now, edit));
    return !('refused' in edit);
  }, []);
  const goTo = useCallback((done: number) => setState((now) => gone(now, done)), []);
  const takeUp = useCallback(
    (next: History, words: string) =>
      setState((now) => ({ ...now, history: next, selected: [], said: words, isRefused: false })),
    [],
  );
  const stepBy = useCallback((step: number) => setState((now) => gone(now, doneIn(now) + step)), []);
  const undo = useCallback(() => stepBy(-1), [stepBy]);
  const redo = useCallback(() => stepBy(1), [stepBy]);
  // Referentially stable as long as nothing in it changes, so that memoized parts render once per edit.
  return useMemo(() => {
    if (!('design' in history)) return history;
    const acts = { select, act, undo, redo, goTo, takeUp };
    return { ...acts, design: history.design, history, selected: chosen, ids: selected, said, isRefused };
  }, [history, chosen, selected, said, isRefused, select, act, undo, redo, goTo, takeUp]);
}

const doneIn = ({ history }: DesignerState) => ('design' in history ? history.undoStack.length : 0);

/** Writes the design to the page after a debounce, and at once on unmount or when the page is hidden. */
function useDebouncedWrite(
  { history, passed }: DesignerState,
  passOn: (formSchema: JsonMap, passed: Design) => void,
): void {
  const design = 'design' in history ? history.design : null;
  const pass = useEffectEvent(() => {
    if (design && passed !== design) passOn(serializeDesign(design), design);
  });
  useEffect(() => {
    if (!design || passed === design) return undefined;
    const timer = setTimeout(() => pass(), writeDelay);
    return () => clearTimeout(timer);
  }, [design, passed]);
  useEffect(() => {
    const passNow = () => pass();
    document.addEventListener('visibilitychange', passNow);
    window.addEventListener('pagehide', passNow);
    return () => {
      document.removeEventListener('visibilitychange', passNow);
      window.removeEventListener('pagehide', passNow);
      passNow();
    };
  }, []);
}
