import { formLimits } from '../forms/form-size.ts';
import { isEqual } from '../forms/is-equal.ts';
import { widgetKinds } from '../forms/kinds/kinds.ts';
import type { JsonMap } from '../generated/types.ts';
import type { WidgetType } from '../generated/widgets.ts';
import { keyInWords } from '../texts/key-in-words.ts';
import { convertWidget } from './convert.ts';
import { type Design, type DesignWidget, newWidget } from './design.ts';
import { freeKey, keyedBelow, keyOf, keysAround, ownKeys, sizeOf, suggestKey } from './keys.ts';
import { renameKey, renameKeys, renameUnusedKey } from './rename-key.ts';
import { applyStep, type DesignStep } from './steps.ts';
import { containerOf, resolveTarget, type Target, targetBelow } from './targets.ts';
import { findWidget, parentOf, widgetsIn } from './tree.ts';
import { typeWords } from './type-words.ts';
import type { Edit } from './undo-history.ts';
import { changedTextPath } from './undo-history.ts';

/** An edit to apply, or the reason why it is not possible, in words for the designer. */
export type EditResult = Edit | { readonly rejected: string };

/** Adds a widget with a label, a key derived from it, and a config. */
export function add(
  design: Design,
  {
    type,
    label,
    config = {},
    to,
    idOf,
  }: { type: WidgetType; label: string; config?: JsonMap; to: Target; idOf: () => string },
): EditResult {
  const usedKeys = keysAround(design, containerOf(design, to));
  const { holds } = widgetKinds[type];
  const isKeyed = holds === 'value' || holds === 'rows';
  const meta: JsonMap = { label, ...(isKeyed ? { key: suggestKey(label, usedKeys) } : {}) };
  return paste(design, { widgets: [newWidget(type, { idOf, meta, config })], to, idOf, name: `Add ${label}` });
}

interface Paste {
  widgets: readonly DesignWidget[];
  to: Target;
  idOf: () => string;
  name?: string;
}

/**
 * Inserts copies of widgets in order: with new ids, and free keys where theirs are taken. Scripts among them use the
 * new keys.
 */
export function paste(design: Design, { widgets, to, idOf, name = `Paste ${describe(widgets)}` }: Paste): EditResult {
  const more = widgets.reduce((sum, each) => sum + [...widgetsIn(each)].length, sizeOf(design));
  if (more > formLimits.widgets) return { rejected: `A form may have at most ${formLimits.widgets} widgets` };
  const copies = copyWidgets(widgets, keysAround(design, containerOf(design, to)), idOf);
  if ('rejected' in copies) return copies;
  return stepByStep(design, { name, to }, copies, (now, at, widget) => ({
    step: { do: 'insert', column: { ratio: 1, widget }, at: resolveTarget(now, at) },
    id: widget.id,
  }));
}

/** Inserts a copy of a widget below it. */
export function duplicate(design: Design, id: string, idOf: () => string): EditResult {
  const { widget, column } = findWidget(design, id);
  if (!column) return { rejected: `There can only be one ${words(widget.type)}` };
  return paste(design, {
    widgets: [widget],
    to: targetBelow(design, id),
    idOf,
    name: `Duplicate ${designWidgetName(widget)}`,
  });
}

/** Moves widgets, one after the other. */
export function move(design: Design, { ids, to }: { ids: readonly string[]; to: Target }): EditResult {
  const moving = withoutNestedSelection(design, ids);
  const into = findWidget(design, containerOf(design, to));
  const around = new Set([...into.around, into.widget].map((each) => each.id));
  for (const id of moving) {
    const { widget, column } = findWidget(design, id);
    if (!column) return { rejected: `The ${words(widget.type)} can't be moved out of its parent` };
    if (around.has(id)) return { rejected: `${designWidgetName(widget)} can't be moved into itself` };
    const usedKeys = keysAround(design, into.widget.id, id);
    const clash = ownKeys(widget).find((key) => usedKeys.has(key));
    if (clash) return { rejected: `The key ${clash} of ${designWidgetName(widget)} is already used there` };
  }
  const widgets = moving.map((id) => findWidget(design, id).widget);
  const name = `Move ${describe(widgets)}`;
  const at = stableTarget(design, moving, to);
  const others = moving.filter((id) => !('beside' in at && at.beside === id));
  return stepByStep(design, { name, to: at }, others, (now, at, id) => {
    const { design: left, inverse } = applyStep(now, { do: 'remove', id });
    return {
      step: { do: 'move', id, to: resolveTarget(left, at) },
      id,
      isSame: isSameSpot(inverse, resolveTarget(left, at)),
    };
  });
}

/** The target, expressed relative to a widget that does not move itself: the next one in the row or in a row below. */
function stableTarget(design: Design, moving: readonly string[], to: Target): Target {
  if ('beside' in to || to.before === null || !moving.includes(to.before)) return to;
  const { rows } = findWidget(design, to.container).widget;
  const below = rows.slice(rows.findIndex((row) => row.some(({ widget }) => widget.id === to.before))).flat();
  return { ...to, before: below.find(({ widget }) => !moving.includes(widget.id))?.widget.id ?? null };
}

const isSameSpot = (back: DesignStep, to: object): boolean =>
  back.do === 'insert' && JSON.stringify(back.at) === JSON.stringify(to);

interface NextStep {
  step: DesignStep;
  /** The widget that the step inserts. */
  id: string;
  isSame?: boolean;
}

/** Plans one step per item, in order: each insertion to the right of a widget continues after the previous one. */
function stepByStep<T>(
  design: Design,
  { name, to }: { name: string; to: Target },
  all: readonly T[],
  next: (now: Design, to: Target, each: T) => NextStep,
): Edit {
  const steps: DesignStep[] = [];
  let now = design;
  let at = to;
  for (const each of all) {
    const { step, id, isSame } = next(now, at, each);
    if (!isSame) {
      steps.push(step);
      now = applyStep(now, step).design;
    }
    if ('beside' in at && at.side === 'right') at = { beside: id, side: 'right' };
  }
  return { name, steps };
}

/** Removes widgets with their children. */
export function remove(design: Design, ids: readonly string[]): EditResult {
  const going = withoutNestedSelection(design, ids).map((id) => findWidget(design, id));
  const fixed = going.find(({ column }) => !column);
  if (fixed) return { rejected: `The ${words(fixed.widget.type)} can't be deleted without its parent` };
  const widgets = going.map(({ widget }) => widget);
  return { name: `Delete ${describe(widgets)}`, steps: widgets.map(({ id }) => ({ do: 'remove', id })) };
}

/**
 * Sets a property of one or more widgets; undefined resets it to its default. Typing in a text is marked, so that it
 * becomes one undo entry.
 */
export function change(
  design: Design,
  { ids, part, key, value }: { ids: readonly string[]; part: 'meta' | 'config'; key: string; value: unknown },
): EditResult {
  const widgets = ids.map((id) => findWidget(design, id).widget);
  return {
    name: `Change ${keyInWords(key)} of ${describe(widgets)}`,
    isTyping: widgets.every((widget) => changedTextPath(widget[part][key], value) !== null),
    steps: ids.map((id) => ({ do: 'set', id, part, key, ...(value === undefined ? {} : { value }) })),
  };
}

/**
 * Sets the label of a widget. The key of an unpublished widget follows its label until an author edits it; scripts that
 * read it are updated. A key that a script could confuse with another field stays.
 */
export function changeLabel(
  design: Design,
  { id, label, isPublished }: { id: string; label: string | undefined; isPublished: boolean },
): EditResult {
  const edit = change(design, { ids: [id], part: 'meta', key: 'label', value: label });
  const found = findWidget(design, id);
  const { widget } = found;
  const container = parentOf(found);
  if ('rejected' in edit || isPublished || !container || keyOf(widget) === '') return edit;
  const usedKeys = keysAround(design, container.widget.id, id);
  const before = typeof widget.meta.label === 'string' ? widget.meta.label : '';
  if (keyOf(widget) !== suggestKey(before, usedKeys)) return edit;
  const key = suggestKey(label ?? '', usedKeys);
  const renaming = renameUnusedKey(design, id, key) ?? renameKey(design, id, key);
  return 'rejected' in renaming ? edit : { ...edit, steps: [...edit.steps, ...renaming.edit.steps] };
}

/** Changes the relative width of a column. */
export function resize(design: Design, id: string, ratio: number): EditResult {
  return { name: `Resize ${designWidgetName(findWidget(design, id).widget)}`, steps: [{ do: 'resize', id, ratio }] };
}

/** Replaces the whole form, for example after editing its JSON or importing a file. */
export function replace({ root }: Design, to: Design, { name, isTyping = false }: Omit<Edit, 'steps'>): Edit {
  return { name, isTyping, steps: isEqual(root, to.root) ? [] : [{ do: 'replace', root: to.root }] };
}

/** Divides the width of a column and the next one in its row: the column gets `part` (0 to 1) of it. */
export function share(design: Design, id: string, part: number): EditResult {
  const found = findWidget(design, id);
  const { widget, column } = found;
  const row = column ? (parentOf(found)?.widget.rows[column.spot.row] ?? []) : [];
  const next = row[row.findIndex((each) => each.widget === widget) + 1];
  if (!column || !next) return { rejected: `There's nothing to the right of ${designWidgetName(widget)}` };
  const both = column.ratio + next.ratio;
  const left = Math.min(round(both - minRatio), Math.max(minRatio, round(both * part)));
  if (left === column.ratio) return { name: '', steps: [] };
  return {
    name: `Resize ${designWidgetName(widget)} and ${designWidgetName(next.widget)}`,
    steps: [
      { do: 'resize', id, ratio: left },
      { do: 'resize', id: next.widget.id, ratio: round(both - left) },
    ],
  };
}

/** The minimum width of a column, as a ratio. */
const minRatio = 0.1;
const round = (ratio: number) => Math.round(ratio * 100) / 100;

/** Converts a widget to another type of its family and keeps what fits; `convertWidget` says what is lost. */
export function convert(
  design: Design,
  { id, type, idOf }: { id: string; type: WidgetType; idOf: () => string },
): EditResult {
  const { widget, column } = findWidget(design, id);
  const conversion = column ? convertWidget(widget, type, idOf) : null;
  if (!conversion) return { rejected: `${designWidgetName(widget)} can't be changed to a ${words(type)}` };
  return {
    name: `Change ${designWidgetName(widget)} to a ${words(type)}`,
    steps: [{ do: 'convert', id, to: conversion.to }],
  };
}

/** The selected widgets without those nested in another selected one, in form order. */
export function withoutNestedSelection({ root }: Design, ids: readonly string[]): string[] {
  const selected = new Set(ids);
  const found = [...widgetsIn(root)].filter(
    ({ widget, around }) => selected.has(widget.id) && !around.some((each) => selected.has(each.id)),
  );
  return found.map(({ widget }) => widget.id);
}

/** The name of a widget for people: its label, else its key, else its type. */
export function designWidgetName({ type, meta }: DesignWidget): string {
  const names = [meta.label, meta.key].filter((name) => typeof name === 'string' && name !== '');
  return String(names[0] ?? typeWords[type].name);
}

const describe = (widgets: readonly DesignWidget[]): string => {
  const [first] = widgets;
  return widgets.length === 1 && first ? designWidgetName(first) : `${widgets.length} widgets`;
};

/** The name of a type inside a sentence. */
const words = (type: WidgetType): string => typeWords[type].name.toLowerCase();

/**
 * Copies widgets for insertion where the keys in `taken` exist: with new ids, and new keys for those that are taken.
 * Scripts among the copies use the new keys. Rejected if a script already uses such a name for something else.
 */
function copyWidgets(
  widgets: readonly DesignWidget[],
  taken: ReadonlySet<string>,
  idOf: () => string,
): readonly DesignWidget[] | { readonly rejected: string } {
  const copies = widgets.map((widget) => withOwnIds(widget, idOf));
  const design: Design = { root: asForm(copies, idOf) };
  const own = new Set([...widgetsIn(design.root)].map(({ widget }) => keyOf(widget)));
  const used = new Set(taken);
  const keys = new Map<string, string>();
  for (const each of keyedBelow(design.root)) {
    const key = keyOf(each);
    const free = used.has(key) ? freeKey(key, new Set([...used, ...own])) : key;
    used.add(free);
    if (free !== key) keys.set(each.id, free);
  }
  if (keys.size === 0) return copies;
  const renamed = renameKeys(design, keys);
  return 'rejected' in renamed ? renamed : renamed.root.rows.flat().map(({ widget }) => widget);
}

const withOwnIds = (widget: DesignWidget, idOf: () => string): DesignWidget => ({
  ...widget,
  id: idOf(),
  content: widget.content && withOwnIds(widget.content, idOf),
  rows: widget.rows.map((row) => row.map((column) => ({ ...column, widget: withOwnIds(column.widget, idOf) }))),
});

/** A temporary form with one row per widget. */
const asForm = (widgets: readonly DesignWidget[], idOf: () => string): DesignWidget => ({
  ...{ type: 'container', id: idOf(), meta: {}, config: {}, content: null },
  rows: widgets.map((widget) => [{ ratio: 1, widget }]),
});
