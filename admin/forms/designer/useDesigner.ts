import { useMemo, useState } from 'react';
import { randomId } from '#portal/forms/randomId.ts';
import { type Design, type DesignWidget, formSchemaOf, openDesign } from '#schemas/designing/design.ts';
import type { Wanted } from '#schemas/designing/edits.ts';
import { does, type History, openHistory, redo, undo } from '#schemas/designing/history.ts';
import { widgetsIn } from '#schemas/designing/tree.ts';
import { isEqual } from '#schemas/forms/is-equal.ts';
import type { JsonMap } from '#schemas/generated/types.ts';

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
  /** What was done or refused last, for who hears the page. */
  said: string;
  isRefused: boolean;
}

/** Why a formSchema can not be designed here, by its path. */
export type Undesigned = { path: string; message: string };

interface State {
  /** What the form holds: another value than ours means that somebody else has changed it. */
  formSchema: unknown;
  history: History | Undesigned;
  selected: readonly string[];
  said: string;
  isRefused: boolean;
}

/** Opens what a form holds for designing; each edit goes back into the form, whose page saves it. */
export function useDesigner(value: unknown, onChange: (formSchema: JsonMap) => void): Designer | Undesigned {
  const [state, setState] = useState<State>(() => opened(value));
  // What was typed as JSON, or taken from the server, is designed from there on.
  const isOurs = state.formSchema === value || isEqual(state.formSchema, value);
  if (!isOurs) setState(opened(value));
  const { history, selected, said, isRefused } = state;
  const widgets = useMemo(
    () => ('design' in history ? [...widgetsIn(history.design.root)].map(({ widget }) => widget) : []),
    [history],
  );
  if (!('design' in history)) return history;
  const take = (next: History, words: string, chosen: readonly string[]) => {
    const formSchema = formSchemaOf(next.design);
    setState({ formSchema, history: next, selected: chosen, said: words, isRefused: false });
    onChange(formSchema);
  };
  return {
    design: history.design,
    history,
    selected: widgets.filter(({ id }) => selected.includes(id)),
    ids: selected,
    select: (ids) => setState((now) => ({ ...now, selected: ids })),
    act: (wanted) => {
      if ('refused' in wanted) {
        setState((now) => ({ ...now, said: wanted.refused, isRefused: true }));
        return false;
      }
      const come = wanted.steps.flatMap((step) => (step.do === 'insert' ? [step.column.widget.id] : []));
      take(does(history, wanted), wanted.name, come.length > 0 ? come : selected);
      return true;
    },
    undo: () => take(undo(history), `Undone: ${history.done.at(-1)?.name ?? 'nothing'}`, selected),
    redo: () => take(redo(history), `Done again: ${history.undone.at(-1)?.name ?? 'nothing'}`, selected),
    said,
    isRefused,
  };
}

function opened(formSchema: unknown): State {
  const result = openDesign(formSchema, randomId);
  const history = 'design' in result ? openHistory(result.design) : result;
  return { formSchema, history, selected: [], said: '', isRefused: false };
}
