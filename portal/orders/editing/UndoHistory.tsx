import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { diff } from '#schemas/changes/diff.ts';
import { merge } from '#schemas/changes/merge.ts';
import { identityOf } from '#schemas/changes/rows.ts';
import { locateWidget } from '#schemas/forms/filling/locate.ts';
import type { FormValues } from '#schemas/forms/form.ts';
import { isEqual } from '#schemas/forms/is-equal.ts';
import { isRecord } from '#schemas/forms/is-record.ts';
import { widgetName } from '#schemas/forms/name-of.ts';
import { keysOf, pointerOf } from '#schemas/forms/pointer.ts';
import type { FormStore } from '../../forms/store/formStore.ts';
import { focusFirstField } from '../../forms/widgets/rowFocus.ts';
import { isTyping, useKeydown } from '../../keys/useShortcut.ts';
import { modalSelector } from '../../look/useModal.ts';
import hidden from '../../look/VisuallyHidden.module.css';
import type { FieldChanges, OrderDraft } from './orderDraft.ts';
import { storedChangesMergeInput } from './orderDraft.ts';

/** What was undone or redone: the name of the field or row, and its path in the form data or the id of its element. */
interface Revert {
  name: string;
  path?: string;
  element?: string;
}

/** A step of something else than form data, which announces itself. */
interface ActionStep {
  /** Whether it is done now; it may have been reverted in another way. */
  isDone: () => boolean;
  undo: () => Promise<unknown>;
  redo: () => Promise<unknown>;
}

/** A step of form data: the values of the changed keys before and after it, and the visit of a field that made it. */
interface ValuesStep {
  fields: FieldChanges;
  visit: number;
}

/** A change of a value beside the form data. Both functions return undefined if there is nothing to change any more. */
interface Edit {
  /** What changed; consecutive edits of it within one visit are one step. */
  key: string;
  undo: () => Revert | undefined;
  redo: () => Revert | undefined;
}

type Step = ActionStep | ValuesStep | (Edit & { visit: number });

/**
 * The undo history of an order's page: changes of form data, of the client, of additional fields and of lines, one step
 * for each visit of a field, and removed lines.
 */
export interface UndoHistory {
  /** Records the changes of a form store. Returns the function that stops it. */
  watch(store: FormStore): () => void;
  /** Starts a new step, because another field was entered. */
  startVisit(): void;
  push(step: ActionStep): void;
  /** Records a change of a value beside the form data. Ignores those that the history makes itself. */
  record(edit: Edit): void;
  /** Resolves to what it reverted, null if it announces itself, undefined if there was nothing. */
  undo(): Promise<Revert | null | undefined>;
  redo(): Promise<Revert | null | undefined>;
  canRedo(): boolean;
}

const histories = new WeakMap<OrderDraft, UndoHistory>();

/** Returns the undo history of a draft, created on first use. */
export function undoHistoryOf(draft: OrderDraft): UndoHistory {
  const history = histories.get(draft) ?? createUndoHistory();
  histories.set(draft, history);
  return history;
}

/**
 * Returns the functions that undo and redo the change of a value from `before` to `mine`. Later changes of other parts
 * of the value stay. Without a value to read, such as that of a removed line, there is nothing to change.
 */
export function editOf<Value>(value: {
  key: string;
  name: string;
  /** The id of the element that gets the focus. */
  element: string;
  before: Value;
  mine: Value;
  read: () => Value | undefined;
  write: (next: Value) => void;
}): Edit {
  const revert = (from: Value, to: Value): Revert | undefined => {
    const now = value.read();
    if (now === undefined) return undefined;
    const { merged } = merge({ before: { value: from }, mine: { value: to }, theirs: { value: now } });
    if (isEqual(merged.value, now)) return undefined;
    value.write(merged.value);
    return { name: value.name, element: value.element };
  };
  const { key, before, mine } = value;
  return { key, undo: () => revert(mine, before), redo: () => revert(before, mine) };
}

/** Typing is recorded after a pause, because comparing all values on each key press would slow it. Milliseconds. */
const recordDelay = 300;
/** How many steps are remembered. */
const maxSteps = 200;

/** Creates an empty undo history. */
export function createUndoHistory(): UndoHistory {
  let undone: Step[] = [];
  let done: Step[] = [];
  let visit = 0;
  let store: FormStore | undefined;
  /** The values up to which changes are recorded. */
  let recorded: FormValues = {};
  let isPending = false;
  let isReverting = false;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const push = (step: Step) => {
    undone = [];
    done = [...done, step].slice(-maxSteps);
  };

  /** Records what changed since the last time. */
  const flush = () => {
    clearTimeout(timer);
    if (!store || !isPending) return;
    isPending = false;
    const now = store.values();
    const fields = changedFields(recorded, now);
    recorded = now;
    if (Object.keys(fields).length === 0) return;
    const last = done.at(-1);
    if (!last || !('fields' in last) || last.visit !== visit) return push({ fields, visit });
    // The same visit: one step from its first value to its last.
    const joined = { ...fields };
    for (const [key, change] of Object.entries(last.fields))
      joined[key] = { before: change.before, mine: Object.hasOwn(fields, key) ? fields[key]?.mine : change.mine };
    const isChanged = Object.values(joined).some(({ before, mine }) => !isEqual(before, mine));
    done = done.slice(0, -1);
    if (isChanged) push({ fields: joined, visit });
    else undone = [];
  };

  const apply = (fields: FieldChanges): Revert | undefined => {
    if (!store) return undefined;
    const before = store.values();
    const { merged } = merge(storedChangesMergeInput(fields, before));
    const [change] = diff(before, merged);
    if (!change) return undefined;
    store.replace(merged);
    const path = indexedPath(change.kind === 'removed' ? before : merged, change.path);
    const found = locateWidget(store.rootRow(), path);
    const row = change.kind === 'changed' ? '' : ` ${Number(keysOf(path).at(-1)) + 1}`;
    return { name: found ? `${widgetName(found.widget)}${row}` : '', path };
  };

  /** Reverts the newest step of a stack that still changes something. */
  const run = async (isUndo: boolean): Promise<Revert | null | undefined> => {
    flush();
    for (;;) {
      const step = isUndo ? done.at(-1) : undone.at(-1);
      if (!step) return undefined;
      if (isUndo) [done, undone] = [done.slice(0, -1), [...undone, step]];
      else [done, undone] = [[...done, step], undone.slice(0, -1)];
      visit += 1;
      if (!('isDone' in step)) {
        isReverting = true;
        const reverted =
          'fields' in step ? apply(isUndo ? reversed(step.fields) : step.fields) : isUndo ? step.undo() : step.redo();
        isReverting = false;
        if (reverted) return reverted;
      } else if (step.isDone() === isUndo) {
        await (isUndo ? step.undo() : step.redo());
        return null;
      }
    }
  };

  return {
    watch: (next) => {
      store = next;
      recorded = next.values();
      let filling = next.filling();
      let context = next.context();
      const stop = next.subscribeAll(() => {
        const isReplaced = next.filling() !== filling;
        if (!isReplaced && next.context() === context) {
          isPending = true;
          clearTimeout(timer);
          timer = setTimeout(flush, recordDelay);
          return;
        }
        // A save, a merge or the client changed values: that is no step. What was typed just before is one.
        filling = next.filling();
        context = next.context();
        flush();
        recorded = next.values();
      });
      return () => {
        flush();
        stop();
        store = undefined;
      };
    },
    startVisit: () => {
      flush();
      visit += 1;
    },
    push: (step) => {
      flush();
      push(step);
      visit += 1;
    },
    record: (edit) => {
      if (isReverting) return;
      flush();
      const last = done.at(-1);
      const isSame = last && 'key' in last && last.key === edit.key && last.visit === visit;
      if (isSame) done = done.slice(0, -1);
      push({ ...edit, ...(isSame ? { undo: last.undo } : {}), visit });
    },
    undo: () => run(true),
    redo: () => run(false),
    canRedo: () => undone.length > 0,
  };
}

/** Returns the keys whose values differ, with both values. */
function changedFields(before: FormValues, mine: FormValues): FieldChanges {
  const keys = [...new Set([...Object.keys(before), ...Object.keys(mine)])];
  const changed = keys.filter((key) => !isEqual(before[key], mine[key]));
  return Object.fromEntries(changed.map((key) => [key, { before: before[key], mine: mine[key] }]));
}

const reversed = (fields: FieldChanges): FieldChanges =>
  Object.fromEntries(Object.entries(fields).map(([key, { before, mine }]) => [key, { before: mine, mine: before }]));

/** Replaces the ids of rows in a path by their indexes. */
function indexedPath(values: FormValues, path: string): string {
  let inside: unknown = values;
  const keys = keysOf(path).map((key) => {
    const at = Array.isArray(inside) ? inside.findIndex((row) => identityOf(row) === key) : key;
    inside = Array.isArray(inside) ? inside[Number(at)] : isRecord(inside) ? inside[key] : undefined;
    return at;
  });
  return pointerOf(keys);
}

/**
 * Binds Ctrl+Z, Ctrl+Shift+Z and Ctrl+Y to the undo history until the page is left. While something is typed in a
 * field, the keys are the browser's own, for single edits within the field; then they undo by field. In an open dialog
 * they are always the browser's.
 */
export function UndoKeys({ draft }: { draft: OrderDraft }) {
  const store = useSyncExternalStore(draft.subscribe, draft.form);
  const history = undoHistoryOf(draft);
  const [announcement, announce] = useState({ text: '', count: 0 });
  const element = useRef<HTMLParagraphElement>(null);
  /** The focused field and its text before the first edit since it was entered. */
  const edited = useRef<{ field: EventTarget; text: string }>(undefined);
  useEffect(() => (store.isReadOnly ? undefined : history.watch(store)), [history, store]);
  useEffect(() => {
    draft.watchClient((before, mine) => {
      const [read, write] = [draft.client, draft.chooseClient];
      const place = { key: 'client', name: 'Client', element: 'order-client' };
      history.record(editOf({ ...place, before, mine, read, write }));
    });
    return () => draft.watchClient(undefined);
  }, [draft, history]);
  useEffect(() => {
    const enter = () => {
      edited.current = undefined;
      history.startVisit();
    };
    const edit = ({ target }: Event) => {
      if (isTextField(target) && edited.current?.field !== target)
        edited.current = { field: target, text: target.value };
    };
    addEventListener('focusin', enter);
    addEventListener('beforeinput', edit, true);
    return () => {
      removeEventListener('focusin', enter);
      removeEventListener('beforeinput', edit, true);
    };
  }, [history]);

  const revert = async (isUndo: boolean) => {
    // A text that is being edited is not rewritten, and counts from when it is left.
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
    const reverted = await (isUndo ? history.undo() : history.redo());
    if (!reverted) return;
    announce(({ count }) => ({ text: `${isUndo ? 'Undone' : 'Redone'}: ${reverted.name}`, count: count + 1 }));
    if (reverted.path !== undefined) store.focusProblem(reverted.path);
    if (reverted.element !== undefined) focusFirstField(reverted.element);
  };
  useKeydown((event) => {
    const isUndo = !event.shiftKey && event.key.toLowerCase() === 'z';
    const isRedo = event.key.toLowerCase() === (event.shiftKey ? 'z' : 'y');
    const { target } = event;
    const isElsewhere = isTyping(target) && target instanceof Node && !element.current?.parentElement?.contains(target);
    if (!(event.ctrlKey || event.metaKey) || event.altKey || !(isUndo || isRedo)) return;
    if (event.defaultPrevented || store.isReadOnly || isElsewhere || document.querySelector(modalSelector)) return;
    const isEditing = isTextField(target) && edited.current?.field === target && target.value !== edited.current.text;
    if (isUndo && isEditing) return ifIgnored(target, () => void revert(true));
    if (isRedo && !history.canRedo()) return;
    event.preventDefault();
    void revert(isUndo);
  });
  return (
    <p ref={element} className={hidden.unseen} role="status">
      {announcement.text && <span key={announcement.count}>{announcement.text}</span>}
    </p>
  );
}

const isTextField = (target: EventTarget | null): target is HTMLInputElement | HTMLTextAreaElement =>
  target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement;

/** Runs `act` if the browser undoes nothing itself: it forgets edits when a script rewrites the text, as a save does. */
function ifIgnored(field: EventTarget, act: () => void): void {
  const timer = setTimeout(() => {
    field.removeEventListener('input', stop);
    act();
  });
  const stop = () => clearTimeout(timer);
  field.addEventListener('input', stop, { once: true });
}
