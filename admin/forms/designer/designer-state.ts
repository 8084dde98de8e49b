import { randomId } from '#portal/forms/randomId.ts';
import { type Design, openDesign } from '#schemas/designing/design.ts';
import { designWidgetName, type EditResult } from '#schemas/designing/edits.ts';
import { findWidget, selectionAfter, widgetsIn } from '#schemas/designing/tree.ts';
import { applyEdit, type Edit, openHistory, redo, type UndoHistory, undo } from '#schemas/designing/undo-history.ts';
import { isEqual } from '#schemas/forms/is-equal.ts';

/** Why a formSchema cannot be opened in the designer, with the path of the problem. */
export type DesignError = { path: string; message: string };

/** State of the designer: the edit history, the selection and the last message. */
export interface DesignerState {
  /** The value of the page's form at the last check. */
  lastValue: unknown;
  /** The value last written to the page's form and the design it came from. Any other design is still unsaved there. */
  writtenValue: unknown;
  writtenDesign: Design | null;
  history: UndoHistory | DesignError;
  selected: readonly string[];
  message: string;
  isRejected: boolean;
}

/** Opens a formSchema in the designer with an empty selection. */
export function openDesignerState(formSchema: unknown): DesignerState {
  const result = openDesign(formSchema, randomId);
  const history = 'design' in result ? openHistory(result.design) : result;
  const writtenDesign = 'design' in result ? result.design : null;
  return {
    lastValue: formSchema,
    writtenValue: formSchema,
    writtenDesign,
    history,
    selected: [],
    message: '',
    isRejected: false,
  };
}

/** Rebases onto a version that somebody else has saved: replays the edits that were not passed on to the page yet. */
export function rebaseEdits(state: DesignerState, formSchema: unknown): DesignerState {
  const next = openDesignerState(formSchema);
  let { history } = next;
  if (!('design' in history)) return next;
  try {
    for (const edit of notPassed(state)) history = applyEdit(history, edit);
    return { ...next, history, selected: selectionAfter(history.design, history.design, state.selected) };
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    const message = "Someone else changed what you were editing, so your last edit wasn't applied";
    return { ...next, message, isRejected: true };
  }
}

/**
 * The edits since the design was last passed on. Typing in one text is a single edit, even if parts of it were passed
 * on.
 */
function notPassed({ history, writtenDesign }: DesignerState): Edit[] {
  if (!('design' in history) || writtenDesign === null) return [];
  const edits: Edit[] = [];
  let before = history;
  while (!isEqual(before.design, writtenDesign)) {
    const last = before.undoStack.at(-1);
    before = undo(before);
    const edit = before.redoStack.at(-1);
    if (!last || !edit) return [];
    edits.unshift(edit);
    if (last.isTyping) break;
  }
  return edits;
}

/** Applies an edit, or keeps the state and reports why it cannot be applied. */
export function applyDesignerEdit(state: DesignerState, edit: EditResult): DesignerState {
  if (!('design' in state.history)) return state;
  if ('rejected' in edit) return { ...state, message: edit.rejected, isRejected: true };
  try {
    const added = edit.steps.flatMap((step) => (step.do === 'insert' ? [step.column.widget.id] : []));
    const history = applyEdit(state.history, edit);
    const moved = edit.steps.findLast((step) => step.do === 'move');
    const message = moved ? `${edit.name}: ${placeInWords(history.design, moved.id)}` : edit.name;
    return withHistory(state, history, { message, added });
  } catch (error) {
    // The edit refers to widgets that no longer exist, for example from a key press before the screen was updated.
    if (error instanceof RangeError) return { ...state, message: error.message, isRejected: true };
    throw error;
  }
}

/** Undoes or redoes until `done` edits are applied. */
export function travelTo(state: DesignerState, done: number): DesignerState {
  let { history } = state;
  if (!('design' in history)) return state;
  const isBack = done < history.undoStack.length;
  const from = history;
  // Ctrl+Z may arrive with nothing left to undo.
  while (history.undoStack.length > Math.max(0, done)) history = undo(history);
  while (history.undoStack.length < done && history.redoStack.length > 0) history = redo(history);
  if (history === from) return state;
  const last = (isBack ? history.redoStack : history.undoStack).at(-1)?.name ?? '';
  const count = Math.abs(history.undoStack.length - from.undoStack.length);
  const words = `${isBack ? 'Undone' : 'Redone'}: ${count === 1 ? last : `${count} edits up to ${last}`}`;
  return withHistory(state, history, { message: words, added: addedIds(from.design, history.design) });
}

function withHistory(
  state: DesignerState,
  history: UndoHistory,
  { message, added }: { message: string; added: readonly string[] },
): DesignerState {
  if (!('design' in state.history)) return state;
  const selected = added.length > 0 ? added : selectionAfter(state.history.design, history.design, state.selected);
  return { ...state, history, selected, message, isRejected: false };
}

/** Ids of the topmost widgets that an undo or redo has added. */
function addedIds(before: Design, after: Design): string[] {
  const there = new Set([...widgetsIn(before.root)].map(({ widget }) => widget.id));
  return [...widgetsIn(after.root)]
    .filter(({ widget, around }) => !there.has(widget.id) && around.every(({ id }) => there.has(id)))
    .map(({ widget }) => widget.id);
}

/** Describes a widget's position for screen readers. */
function placeInWords(design: Design, id: string): string {
  const { column, around } = findWidget(design, id);
  const holder = around.findLast((each, index) => around[index - 1]?.content !== each) ?? design.root;
  if (!column) return '';
  const { row, column: at } = column.spot;
  const name = holder === design.root ? 'the form' : designWidgetName(holder);
  return `row ${row + 1} of ${name}${at === null ? '' : `, column ${at + 1}`}`;
}
