import { useCallback, useEffect, useEffectEvent, useMemo, useState } from 'react';
import { type Design, type DesignWidget, formSchemaOf } from '#schemas/designing/design.ts';
import type { Wanted } from '#schemas/designing/edits.ts';
import type { History } from '#schemas/designing/history.ts';
import { widgetsIn } from '#schemas/designing/tree.ts';
import { isEqual } from '#schemas/forms/is-equal.ts';
import type { JsonMap } from '#schemas/generated/types.ts';
import { acted, type DesignerState, gone, opened, renewed, type Undesigned } from './designer-state.ts';

/** A form under edit on the page, and what is selected in it. */
export interface Designer {
  design: Design;
  history: History;
  /** The selected widgets, in the order of the form. */
  selected: readonly DesignWidget[];
  /** Their ids, in the order in which they were selected. */
  ids: readonly string[];
  select: (ids: readonly string[]) => void;
  /** Does an edit and says so, or says why it can not be; answers whether it was done. What comes with it is selected then. */
  act: (wanted: Wanted) => boolean;
  undo: () => void;
  redo: () => void;
  /** Goes back or forth in the history, until so many edits are done. */
  goTo: (done: number) => void;
  /** Goes on with another history, such as one that was kept; `said` is read to who hears the page. */
  takeUp: (history: History, said: string) => void;
  /** What was done or refused last, for who hears the page. */
  said: string;
  isRefused: boolean;
}

/** How long nothing is done before the page's form gets what was: it reads, checks and keeps the whole of it. */
const pause = 200;

/** Opens what a form holds for designing; what is done goes back into the form, whose page saves it. */
export function useDesigner(value: unknown, onChange: (formSchema: JsonMap) => void): Designer | Undesigned {
  const [state, setState] = useState<DesignerState>(() => opened(value));
  const { seen, history, selected, said, isRefused } = state;
  // What was typed as JSON, or taken from the server, is designed from there on.
  if (seen !== value) setState((now) => (isEqual(now.given, value) ? { ...now, seen: value } : renewed(now, value)));
  const design = 'design' in history ? history.design : null;
  usePassingOn(state, (formSchema, passed) => {
    setState((now) => ({ ...now, given: formSchema, passed }));
    onChange(formSchema);
  });
  const widgets = useMemo(() => (design ? [...widgetsIn(design.root)].map(({ widget }) => widget) : []), [design]);
  const chosen = useMemo(() => {
    const ids = new Set(selected);
    return widgets.filter(({ id }) => ids.has(id));
  }, [widgets, selected]);
  const select = useCallback((ids: readonly string[]) => setState((now) => ({ ...now, selected: ids })), []);
  const act = useCallback((wanted: Wanted) => {
    setState((now) => acted(now, wanted));
    return !('refused' in wanted);
  }, []);
  const goTo = useCallback((done: number) => setState((now) => gone(now, done)), []);
  const takeUp = useCallback(
    (next: History, words: string) =>
      setState((now) => ({ ...now, history: next, selected: [], said: words, isRefused: false })),
    [],
  );
  const by = useCallback((step: number) => setState((now) => gone(now, doneIn(now) + step)), []);
  const undo = useCallback(() => by(-1), [by]);
  const redo = useCallback(() => by(1), [by]);
  // The same object as long as nothing of it is another: what shows it is rendered once for each edit.
  return useMemo(() => {
    if (!('design' in history)) return history;
    const acts = { select, act, undo, redo, goTo, takeUp };
    return { ...acts, design: history.design, history, selected: chosen, ids: selected, said, isRefused };
  }, [history, chosen, selected, said, isRefused, select, act, undo, redo, goTo, takeUp]);
}

const doneIn = ({ history }: DesignerState) => ('design' in history ? history.done.length : 0);

/** Passes a design on once nothing was done for a moment, and at once when it is left or the page goes out of sight. */
function usePassingOn({ history, passed }: DesignerState, passOn: (formSchema: JsonMap, passed: Design) => void): void {
  const design = 'design' in history ? history.design : null;
  const pass = useEffectEvent(() => {
    if (design && passed !== design) passOn(formSchemaOf(design), design);
  });
  useEffect(() => {
    if (!design || passed === design) return undefined;
    const timer = setTimeout(() => pass(), pause);
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
