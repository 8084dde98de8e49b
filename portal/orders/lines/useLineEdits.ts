import { useState } from 'react';
import { flushSync } from 'react-dom';
import { diff } from '#schemas/changes/diff.ts';
import { moveItem } from '#schemas/changes/move-item.ts';
import { keysOf } from '#schemas/forms/pointer.ts';
import type { JsonMap, Product } from '#schemas/generated/types.ts';
import { lineLabels } from '#schemas/orders/line-labels.ts';
import { labelOf } from '#schemas/resource/resource.ts';
import { idOf, type PopulatedLine } from '../../api/queries.ts';
import { randomId } from '../../forms/randomId.ts';
import { isTyping } from '../../keys/useShortcut.ts';
import { useToast } from '../../look/Toasts.tsx';
import type { OrderStore } from '../editing/orderStore.ts';
import { linesForRequest } from '../editing/savedOrder.ts';
import { editOf, undoHistoryOf } from '../editing/UndoHistory.tsx';
import { groupLines, type NumberedLine } from './lineGroups.ts';
import { lineName } from './lineLabels.ts';
import { type Lines, mergeLines } from './mergeLines.ts';
import type { LineProducts } from './useLineProducts.ts';

/** The editing operations on lines. */
export interface LineEdits {
  /** The text for the screen reader's live region. */
  announcement: string;
  type: (id: string, data: JsonMap) => void;
  /** Resolves to the id of the added line, undefined if it could not be added. */
  add: (product: Product) => Promise<string | undefined>;
  addIncluded: (line: NumberedLine, productId: string, name: string) => void;
  copy: (line: NumberedLine) => void;
  remove: (line: NumberedLine, name: string) => void;
  /** The name of the line removed last, which `restore` brings back; undefined if there is none. */
  removed: string | undefined;
  restore: () => Promise<void>;
  /** Indexes count top-level lines only. */
  move: (from: number, to: number) => void;
}

/**
 * Adds, removes or replaces lines, and saves at once, because the server sets defaults and adds included lines; in a
 * change request, with its save. Resolves to whether it succeeded; a rejected change is undone.
 */
async function changeLines(editing: OrderStore | undefined, next: (lines: Lines) => Lines): Promise<boolean> {
  if (!editing) return false;
  const { draft } = editing;
  const before = draft.lines();
  const lines = next(before);
  draft.chooseLines(lines);
  if (editing.isChanging() || lines === before) return true;
  const isSaved = await editing.send({ products: linesForRequest(lines) });
  if (!isSaved && editing.state().saveError) {
    draft.chooseLines(mergeLines({ before: lines, mine: draft.lines(), theirs: before }).lines);
    return false;
  }
  return isSaved;
}

/** A line that was removed, with what brings it back. */
interface RemovedLine {
  id: string;
  name: string;
  /** The lines before it was removed, and those that went with it. */
  before: Lines;
  lines: Lines;
}

/** Hook: the editing operations on an order's lines. A removed line can be restored until the page is left. */
export function useLineEdits(editing: OrderStore | undefined, products: LineProducts): LineEdits {
  const [announcement, announce] = useState('');
  const [removed, setRemoved] = useState<readonly RemovedLine[]>([]);
  const last = removed.at(-1);
  const toast = useToast();
  const change = async (next: (lines: Lines) => Lines, text: string): Promise<boolean> => {
    const isDone = await changeLines(editing, next);
    if (isDone) toast(text);
    return isDone;
  };
  const lines = () => editing?.draft.lines() ?? [];
  const fieldName = (id: string, key: string): string => {
    const line = lines().find((each) => each.id === id);
    if (!line) return '';
    const label = lineLabels(products.get(idOf(line.product))?.schema).get(key) ?? labelOf(key);
    return `${label}, ${lineName(line)}`;
  };
  const has = (line: RemovedLine) => lines().some(({ id }) => id === line.id);
  /** Resolves to whether it succeeded. */
  const restoreLine = async (line: RemovedLine): Promise<boolean> => {
    const isDone = has(line) || (await changeLines(editing, (all) => withRestoredLines(all, line.before, line.lines)));
    if (!isDone) return false;
    setRemoved((all) => all.filter((each) => each !== line));
    announce(`${line.name} restored`);
    focusLine(line.id);
    return true;
  };
  const removeLine = async (line: RemovedLine): Promise<boolean> => {
    const at = lines().findIndex(({ id }) => id === line.id);
    if (!(await changeLines(editing, (all) => withoutLine(all, line.id)))) return false;
    focusLine((lines()[at] ?? lines().at(-1))?.id);
    announce(`${line.name} removed`);
    setRemoved((all) => [...all, line]);
    return true;
  };
  return {
    announcement: announcement,
    type: (id, mine) => {
      const dataOf = () => lines().find((line) => line.id === id)?.data;
      const write = (data: JsonMap) => editing?.draft.chooseLines(withData(lines(), id, data));
      const before = dataOf();
      const [change] = before ? diff(before, mine) : [];
      if (editing && before && change) {
        const [field = ''] = keysOf(change.path);
        const element = document.getElementById(`line-${id}_${field}`) ? `line-${id}_${field}` : `line-${id}`;
        const edit = { key: `products/${id}`, name: fieldName(id, field), element, before, mine, read: dataOf, write };
        undoHistoryOf(editing.draft).record(editOf(edit));
      }
      write(mine);
    },
    add: async (product) => {
      const id = randomId();
      editing?.addProduct(product);
      const added = { id, key: product.key, product, data: {} };
      return (await change((all) => [...all, added], `${product.name} added`)) ? id : undefined;
    },
    addIncluded: (line, productId, name) => {
      const added = { id: randomId(), product: productId, data: {} };
      void change((all) => withIncluded(all, line.id, added), `${name} added`);
    },
    copy: (line) => void change((all) => withCopy(all, line.id, randomId), `${lineName(line)} duplicated`),
    remove: async ({ id }, name) => {
      const before = lines();
      const removedLines = before.filter((each) => each.id === id || isBelow(before, each.id, id));
      const line = { id, name, before, lines: removedLines };
      if (!editing) return;
      const removal = removeLine(line);
      // Before the removal is saved, so that Ctrl+Z restores the line at once: its save follows that of the removal. A
      // removal that fails leaves a step that is skipped.
      undoHistoryOf(editing.draft).push({
        isDone: () => !has(line),
        undo: () => restoreLine(line),
        redo: () => removeLine(line),
      });
      await removal;
    },
    removed: last?.name,
    restore: async () => {
      if (last) await restoreLine(last);
    },
    move: (from, to) => {
      const groups = groupLines(lines());
      const moving = groups[from]?.line;
      if (!editing || !moving || to < 0 || to >= groups.length) return;
      flushSync(() => editing.draft.chooseLines(withLineMoved(lines(), from, to)));
      announce(`${lineName(moving)} is now number ${to + 1}`);
    },
  };
}

/**
 * The removed element had the focus: moves it to this line, or to the heading, after the next render. A field that was
 * entered meanwhile keeps it.
 */
function focusLine(id: string | undefined): void {
  requestAnimationFrame(() => {
    if (isTyping(document.activeElement)) return;
    (document.getElementById(`line-${id}`) ?? document.getElementById('order-lines'))?.focus();
  });
}

const isBelow = (lines: Lines, id: string, above: string): boolean =>
  groupLines(lines).some(({ line, included }) => line.id === above && included.some((each) => each.id === id));

/** Returns the lines with the data of one replaced. */
const withData = (lines: Lines, id: string, data: JsonMap): Lines =>
  lines.map((line) => (line.id === id ? { ...line, data } : line));

/** Returns the lines without one and those that it includes. */
export const withoutLine = (lines: Lines, id: string): Lines =>
  lines.filter((line) => line.id !== id && line.linkedTo !== id);

/**
 * Returns the lines with removed ones restored (undo): after the line that preceded them then, if it is still there.
 */
export function withRestoredLines(lines: Lines, before: Lines, gone: Lines): Lines {
  const ids = new Set(gone.map(({ id }) => id));
  const presentIds = new Set(lines.map(({ id }) => id));
  const first = before.findIndex(({ id }) => ids.has(id));
  const anchor = before.slice(0, first).findLast(({ id }) => presentIds.has(id));
  const at = anchor ? lines.findIndex(({ id }) => id === anchor.id) + 1 : 0;
  return lines.toSpliced(at, 0, ...gone.filter(({ id }) => !presentIds.has(id)));
}

/** Returns the lines with a copy of one and of those that it includes, after the original. */
export function withCopy(lines: Lines, id: string, newId: () => string): Lines {
  return groupLines(lines).flatMap(({ line, included }) => {
    const group = [line, ...included].map(withoutIndex);
    if (line.id !== id) return group;
    const copy = { ...withoutIndex(line), id: newId() };
    return [...group, copy, ...included.map((each) => ({ ...withoutIndex(each), id: newId(), linkedTo: copy.id }))];
  });
}

/** Returns the lines with another included line, after those that are there. */
export function withIncluded(lines: Lines, by: string, added: PopulatedLine): Lines {
  return groupLines(lines).flatMap(({ line, included }) => {
    const group = [line, ...included].map(withoutIndex);
    return line.id === by ? [...group, { ...added, linkedTo: by }] : group;
  });
}

/**
 * Returns the lines with one moved, together with those that it includes. `from` and `to` count top-level lines only.
 */
export const withLineMoved = (lines: Lines, from: number, to: number): Lines =>
  moveItem(groupLines(lines), from, to).flatMap(({ line, included }) => [line, ...included].map(withoutIndex));

const withoutIndex = ({ index: _, ...line }: PopulatedLine & { index: number }): PopulatedLine => line;
