import { createFilling, type Filling } from '#schemas/forms/filling/filling.ts';
import { locateWidget } from '#schemas/forms/filling/locate.ts';
import { fieldWithAncestors, pathOf, storedValue } from '#schemas/forms/filling/places.ts';
import { isHiddenHere, isLockedHere, type Row, rowsOfList } from '#schemas/forms/filling/row.ts';
import { isRequired } from '#schemas/forms/filling/validate-widget.ts';
import type { AnyWidget, FormValues, NormalizedValue, ValidWidget } from '#schemas/forms/form.ts';
import { isEqual } from '#schemas/forms/is-equal.ts';
import { toNumber } from '#schemas/forms/kinds/number.ts';
import type { FieldNotice } from '../typed/typedField.ts';
import { numberNotice } from '../typed/typedKinds.ts';
import { createElementIds } from './elementIds.ts';
import type { CellState, FormStore, FormStoreOptions } from './formStore.ts';
import { createValidationState } from './validationState.ts';

/** Creates the store of a form on the page. Scripts run here as on the server, but the rules are in schemas/forms. */
export function createFormStore({ form: first, values, context, isReadOnly = false }: FormStoreOptions): FormStore {
  let form = first;
  let currentContext = context;
  let valuesCache: FormValues | null = null;
  /** The nesting depth of batched changes. */
  let depth = 0;
  const watchers = new Set<() => void>();
  const visibilityWatchers = new Set<() => void>();
  let visibilityRevision = 0;
  let lastShifts = 0;
  const cells = createFormCells(readCell);
  const ids = createElementIds();
  const reveals: RevealHandlers = new Map();
  let filling = open(values);
  lastShifts = filling.visibilityRevision();
  const board = createValidationState({ filling: () => filling, mark: cells.mark, placeOf: ids.placeOf });
  const focusedField = createFocusedField({ top: () => filling.top, mark: cells.mark, placeOf: ids.placeOf });

  const store: FormStore = {
    get form() {
      return form;
    },
    isReadOnly,
    rootRow: () => filling.top,
    values: () => {
      valuesCache ??= filling.data();
      return valuesCache;
    },
    problems: board.problems,
    wasSubmitted: board.hasTried,
    subscribeAll: (listener) => {
      watchers.add(listener);
      return () => watchers.delete(listener);
    },
    subscribeVisibility: (listener) => {
      visibilityWatchers.add(listener);
      return () => visibilityWatchers.delete(listener);
    },
    visibilityRevision: () => visibilityRevision,
    context: () => currentContext,
    showProblems: () => batch(() => board.showAll()) && board.problems().length === 0,
    waive: (granted) => void batch(() => board.waive(granted)),
    exempt: (existing) => void batch(() => board.exempt(existing)),
    filling: () => filling,
    setServerErrors: (problems) => void batch(() => board.setServerProblems(problems)),
    problemCount: board.countIn,
    focusProblem: (path) => focusPath(path, { filling, idOf: ids.idOf, reveals }),
    replace: (next) => {
      if (isEqual(next, store.values())) return;
      batch(() => {
        filling = open(next);
        board.clearAllServerErrors();
      });
    },
    applyNormalized: (changes) => {
      let others: NormalizedValue[] = [];
      batch(() => {
        others = focusedField.take(changes);
      });
      return others;
    },
    setForm: (next) => {
      batch(() => {
        const data = filling.data();
        form = next;
        filling = open(data);
      });
    },
    setContext: (next) => {
      currentContext = { options: currentContext.options, ...next };
      batch(() => filling.useContext(next));
    },
    cell: cells.state,
    value: storedValue,
    subscribe: cells.subscribe,
    set: (widget, row, value) => {
      batch(() => {
        focusedField.notify(widget, row, null);
        setValue(widget, row, value);
      });
    },
    notify: (widget, row, notice) => void batch(() => focusedField.notify(widget, row, notice)),
    enter: focusedField.enter,
    commitFocused: () => void batch(focusedField.commit),
    leave: (widget, row) => {
      batch(() => {
        focusedField.leave(widget, row);
        board.leave(widget, row);
      });
    },
    addRow: (list, row) => {
      let added = row;
      batch(() => {
        added = filling.addRow(list, row);
      });
      return added;
    },
    duplicateRow: (row) => {
      let added = row;
      batch(() => {
        added = filling.duplicateRow(row);
      });
      return added;
    },
    batch: (changes) => void batch(changes),
    removeRow: (row) => void batch(() => filling.removeRow(row)),
    restoreRow: (row) => void batch(() => filling.restoreRow(row)),
    moveRow: (row, to) => void batch(() => filling.moveRow(row, to)),
    onReveal: (widget, row, reveal) => {
      const id = ids.idOf(widget, row);
      reveals.set(id, reveal);
      return () => reveals.delete(id);
    },
    elementId: ids.idOf,
    rowId: ids.rowIdOf,
  };
  return store;

  function setValue(widget: ValidWidget, row: Row, value: unknown): void {
    filling.set(widget, row, value);
    board.clearServerErrors(pathOf(widget, row));
  }

  function open(data: FormValues): Filling {
    // With other data, an equal counter does not mean that the same fields are hidden.
    lastShifts = -1;
    return createFilling(form, data, currentContext, {
      calculation: isReadOnly ? 'none' : 'untyped',
      onTouch: cells.mark,
    });
  }

  /** Runs a change as a batch (transaction): subscribers are notified once, after everything that follows from it. */
  function batch(change: () => void): true {
    depth += 1;
    try {
      change();
    } finally {
      depth -= 1;
    }
    valuesCache = null;
    if (depth > 0) return true;
    board.update();
    cells.flush();
    for (const watcher of watchers) watcher();
    notifyVisibility();
    return true;
  }

  function notifyVisibility(): void {
    if (lastShifts === filling.visibilityRevision()) return;
    lastShifts = filling.visibilityRevision();
    visibilityRevision += 1;
    for (const watcher of visibilityWatchers) watcher();
  }

  function readCell(widget: ValidWidget, row: Row): CellState {
    return {
      isShown: !isHiddenHere(widget, row),
      isRequired: isRequired(widget, row),
      isLocked: isLockedHere(widget, row),
      // Without a key the widget has no path of its own: only the error summary shows its errors.
      messages: widget.key === '' ? noMessages : board.messagesOf(widget, row),
      waived: widget.key === '' ? noMessages : board.waivedOf(widget, row),
      rows: rowsOfList(row, widget),
      notice: focusedField.noticeAt(widget, row),
    };
  }
}

const noMessages: readonly string[] = [];

/** How each widget that hides content (modal, virtualized table) reveals a row, by its DOM id. */
type RevealHandlers = Map<string, (inside: Row, widget: AnyWidget) => void>;

interface FocusParts {
  filling: Filling;
  idOf: (widget: AnyWidget, row: Row) => string;
  reveals: RevealHandlers;
}

/**
 * Focuses the field of a validation error, opening closed containers from the outside in. If the field is not rendered,
 * focuses the nearest ancestor that is.
 */
function focusPath(path: string, { filling, idOf, reveals }: FocusParts): void {
  const { form, top } = filling;
  const found = locateWidget(top, path);
  const places = [...(found ? fieldWithAncestors(found.widget, found.row) : []), { widget: form.root, row: top }];
  for (const [level, { widget, row }] of [...places.entries()].reverse()) {
    const inside = places[level - 1];
    if (inside) reveals.get(idOf(widget, row))?.(inside.row, inside.widget);
  }
  const elements = places.map(({ widget, row }) => document.getElementById(idOf(widget, row)));
  const element = elements.find((each) => each !== null);
  element?.scrollIntoView({ block: 'center' });
  element?.focus({ preventScroll: true });
}

interface EnteredParts {
  top: () => Row;
  mark: (widget: ValidWidget, row: Row) => void;
  /** The key of a field that outlives its row object. */
  placeOf: (widget: ValidWidget, row: Row) => string;
}

/** Tracks the focused text field, and the notices of fields whose stored value differs from the typed text. */
function createFocusedField({ top, mark, placeOf }: EnteredParts) {
  const notices = new Map<string, FieldNotice>();
  let focusedField: { place: string; commit: () => void } | null = null;

  return {
    noticeAt: (widget: ValidWidget, row: Row): FieldNotice | null => notices.get(placeOf(widget, row)) ?? null,
    notify: (widget: ValidWidget, row: Row, notice: FieldNotice | null): void => {
      const place = placeOf(widget, row);
      if (notice) notices.set(place, notice);
      else if (!notices.delete(place)) return;
      mark(widget, row);
    },
    enter: (widget: ValidWidget, row: Row, commit: () => void): void => {
      focusedField = { place: placeOf(widget, row), commit };
    },
    leave: (widget: ValidWidget, row: Row): void => {
      if (focusedField?.place === placeOf(widget, row)) focusedField = null;
    },
    commit: (): void => focusedField?.commit(),
    /** Shows a notice at number fields that a save changed. Returns the other changes. */
    take: (changes: readonly NormalizedValue[]): NormalizedValue[] =>
      changes.filter(({ path, from, to }) => {
        const found = locateWidget(top(), path);
        const number = toNumber(from);
        if (found?.widget.type !== 'number_input' || number === undefined || typeof to !== 'number') return true;
        const { widget, row } = found;
        const place = placeOf(widget, row);
        const notice = numberNotice({ text: String(from), number, value: to }, widget.config);
        // A number that is still being typed is limited, with a notice, on blur.
        if (notice && place !== focusedField?.place) notices.set(place, notice);
        mark(widget, row);
        return false;
      }),
  };
}

/** The cells of a form store: the cached state of each widget in each row, and its subscribers. */
interface FormCells {
  state(widget: ValidWidget, row: Row): CellState;
  subscribe(widget: ValidWidget, row: Row, listener: () => void): () => void;
  /** Marks a cell as possibly changed (dirty). */
  mark(widget: ValidWidget, row: Row): void;
  /** Re-reads the marked cells and notifies their subscribers. */
  flush(): void;
}

interface Cell {
  state: CellState | null;
  readonly listeners: Set<() => void>;
}

/** Creates the cells. `read` computes a cell's state; it runs only for cells that have been read or marked. */
function createFormCells(read: (widget: ValidWidget, row: Row) => CellState): FormCells {
  const cells = new WeakMap<Row, Map<ValidWidget, Cell>>();
  const marked = new Map<Cell, () => CellState>();
  const cellOf = (widget: ValidWidget, row: Row): Cell => {
    let inRow = cells.get(row);
    if (!inRow) {
      inRow = new Map();
      cells.set(row, inRow);
    }
    let cell = inRow.get(widget);
    if (!cell) {
      cell = { state: null, listeners: new Set() };
      inRow.set(widget, cell);
    }
    return cell;
  };
  return {
    state: (widget, row) => {
      const cell = cellOf(widget, row);
      cell.state ??= read(widget, row);
      return cell.state;
    },
    subscribe: (widget, row, listener) => {
      const { listeners } = cellOf(widget, row);
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    mark: (widget, row) => {
      const cell = cells.get(row)?.get(widget);
      if (cell) marked.set(cell, () => read(widget, row));
    },
    flush: () => {
      const listeners: (() => void)[] = [];
      for (const [cell, readAgain] of marked) {
        const state = readAgain();
        // The value may have changed even if the state is equal; components that show values compare for themselves.
        if (!cell.state || !isSame(cell.state, state)) cell.state = state;
        listeners.push(...cell.listeners);
      }
      marked.clear();
      for (const listener of listeners) listener();
    },
  };
}

function isSame(one: CellState, other: CellState): boolean {
  const isPlainSame =
    one.isShown === other.isShown && one.isRequired === other.isRequired && one.isLocked === other.isLocked;
  return (
    isPlainSame &&
    one.notice === other.notice &&
    isSameList(one.messages, other.messages) &&
    isSameList(one.waived, other.waived) &&
    isSameList(one.rows, other.rows)
  );
}

const isSameList = (one: readonly unknown[], other: readonly unknown[]) =>
  one.length === other.length && one.every((item, index) => item === other[index]);
