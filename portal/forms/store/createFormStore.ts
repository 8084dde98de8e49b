import { createFilling, type Filling } from '#schemas/forms/filling/filling.ts';
import { pathOf, storedValue } from '#schemas/forms/filling/places.ts';
import { isRequired } from '#schemas/forms/filling/problems-of.ts';
import { isHiddenHere, type Row, rowsIn } from '#schemas/forms/filling/row.ts';
import type { FormData, Normalized, SoundWidget } from '#schemas/forms/form.ts';
import { isEqual } from '#schemas/forms/is-equal.ts';
import { type HiddenField, hiddenFields } from '#schemas/forms/why/hidden-fields.ts';
import { createCells } from './cells.ts';
import { createElementIds } from './elementIds.ts';
import { createEnteredField } from './enteredField.ts';
import { focusPath, type Reveals } from './focusPath.ts';
import type { CellState, FormStore, FormStoreOptions } from './formStore.ts';
import { createProblemBoard } from './problemBoard.ts';

/** Opens a form for the screen. Scripts run here as they do on the server: schemas/forms holds the rules, not this. */
export function createFormStore({ form: first, values, context, isReadOnly = false }: FormStoreOptions): FormStore {
  let form = first;
  let now = context;
  let copy: FormData | null = null;
  /** How many changes are under way in each other. */
  let depth = 0;
  const watchers = new Set<() => void>();
  const hiddenWatchers = new Set<() => void>();
  let hidden: readonly HiddenField[] | null = null;
  let shifts = 0;
  const cells = createCells(readCell);
  const ids = createElementIds();
  const reveals: Reveals = new Map();
  let filling = open(values);
  shifts = filling.shifts();
  const board = createProblemBoard({ filling: () => filling, mark: cells.mark, placeOf: ids.placeOf });
  const entered = createEnteredField({ top: () => filling.top, mark: cells.mark, placeOf: ids.placeOf });

  const store: FormStore = {
    get form() {
      return form;
    },
    isReadOnly,
    top: () => filling.top,
    values: () => {
      copy ??= filling.data();
      return copy;
    },
    problems: board.problems,
    hasTried: board.hasTried,
    watch: (listener) => {
      watchers.add(listener);
      return () => watchers.delete(listener);
    },
    watchHidden: (listener) => {
      hiddenWatchers.add(listener);
      return () => hiddenWatchers.delete(listener);
    },
    hidden: () => {
      hidden ??= hiddenFields(form, filling.top);
      return hidden;
    },
    context: () => now,
    showProblems: () => changed(() => board.showAll()) && board.problems().length === 0,
    waive: (granted) => void changed(() => board.waive(granted)),
    exempt: (existing) => void changed(() => board.exempt(existing)),
    filling: () => filling,
    takeServerProblems: (problems) => void changed(() => board.takeServerProblems(problems)),
    problemCount: board.countIn,
    focusProblem: (path) => focusPath(path, { filling, idOf: ids.idOf, reveals }),
    replace: (next) => {
      if (isEqual(next, store.values())) return;
      changed(() => {
        filling = open(next);
        board.forgetServer();
      });
    },
    takeNormalized: (changes) => {
      let others: Normalized[] = [];
      changed(() => {
        others = entered.take(changes);
      });
      return others;
    },
    takeForm: (next) => {
      changed(() => {
        const data = filling.data();
        form = next;
        filling = open(data);
      });
    },
    useContext: (next) => {
      now = next;
      changed(() => filling.useContext(next));
    },
    cell: cells.state,
    value: storedValue,
    subscribe: cells.subscribe,
    set: (widget, row, value) => {
      changed(() => {
        entered.notify(widget, row, null);
        put(widget, row, value);
      });
    },
    notify: (widget, row, notice) => void changed(() => entered.notify(widget, row, notice)),
    enter: entered.enter,
    settleEntered: () => void changed(entered.commit),
    leave: (widget, row) => {
      changed(() => {
        entered.leave(widget, row);
        board.leave(widget, row);
      });
    },
    addRow: (list, row) => {
      let added = row;
      changed(() => {
        added = filling.addRow(list, row);
      });
      return added;
    },
    duplicateRow: (row) => {
      let added = row;
      changed(() => {
        added = filling.duplicateRow(row);
      });
      return added;
    },
    together: (changes) => void changed(changes),
    removeRow: (row) => void changed(() => filling.removeRow(row)),
    putRowBack: (row) => void changed(() => filling.putRowBack(row)),
    moveRow: (row, to) => void changed(() => filling.moveRow(row, to)),
    onReveal: (widget, row, reveal) => {
      const id = ids.idOf(widget, row);
      reveals.set(id, reveal);
      return () => reveals.delete(id);
    },
    elementId: ids.idOf,
    rowId: ids.rowIdOf,
  };
  return store;

  function put(widget: SoundWidget, row: Row, value: unknown): void {
    filling.set(widget, row, value);
    board.answered(pathOf(widget, row));
  }

  function open(data: FormData): Filling {
    // Other data may hide something else after as many changes.
    shifts = -1;
    return createFilling(form, data, now, { calculation: isReadOnly ? 'none' : 'untyped', onTouch: cells.mark });
  }

  /** Does one change as a whole: those who look on hear of it once, when all that follows from it is done. */
  function changed(change: () => void): true {
    depth += 1;
    try {
      change();
    } finally {
      depth -= 1;
    }
    copy = null;
    if (depth > 0) return true;
    board.update();
    cells.flush();
    for (const watcher of watchers) watcher();
    noteShifts();
    return true;
  }

  function noteShifts(): void {
    if (shifts === filling.shifts()) return;
    shifts = filling.shifts();
    hidden = null;
    for (const watcher of hiddenWatchers) watcher();
  }

  function readCell(widget: SoundWidget, row: Row): CellState {
    return {
      isShown: !isHiddenHere(widget, row),
      isRequired: isRequired(widget, row),
      // Without a key there is no place of its own to speak of: the summary says it.
      messages: widget.key === '' ? noMessages : board.messagesOf(widget, row),
      waived: widget.key === '' ? noMessages : board.waivedOf(widget, row),
      rows: rowsIn(row, widget),
      notice: entered.noticeAt(widget, row),
    };
  }
}

const noMessages: readonly string[] = [];
