import { longestCommonSubsequence } from '../changes/longest-common-subsequence.ts';
import { matchWidgets } from '../changes/upgrade/match-widgets.ts';
import { valueText } from '../changes/words/place.ts';
import { typeWords } from '../designing/type-words.ts';
import type { AnyWidget, Form as ReadForm, ValidWidget } from '../forms/form.ts';
import { isEqual } from '../forms/is-equal.ts';
import { isRecord } from '../forms/is-record.ts';
import { widgetName } from '../forms/name-of.ts';
import { keyInWords } from '../texts/key-in-words.ts';
import { capitalized, nameAtStart, propertyWords, qualifiedName } from './widget-names.ts';

/** One difference between two versions of a form, in words. */
export interface FormDifference {
  /** The widget's id in the version that contains it. */
  widget: string;
  /** The change in the words of the form's author: 'Rule of Budget changed', 'Number “Days” is new'. */
  sentence: string;
  /** The values of a changed property, where there is one; absent if the sentence says all. */
  before?: string;
  after?: string;
}

/** Diffs two versions of a form in words: by the stable ids of its widgets, in the order of the form. */
export function formDifferences(before: ReadForm, after: ReadForm): FormDifference[] {
  const pairs = allPairs(before, after);
  const earlier = new Map([...pairs].map(([from, to]) => [to, from]));
  const found: FormDifference[] = [];
  for (const widget of soundOf(after)) {
    const from = earlier.get(widget);
    if (from) found.push(...changesOf(from, widget, earlier));
    else found.push(note(widget, widget.parent?.parent ? `is new, in ${widgetName(widget.parent)}` : 'is new'));
  }
  for (const widget of soundOf(before)) if (!pairs.has(widget)) found.push(note(widget, 'is removed'));
  return found;
}

/**
 * Matches the widgets of both versions: by ids or keys, and in addition the roots, and the contents of matched lists
 * and modals.
 */
function allPairs(before: ReadForm, after: ReadForm): Map<ValidWidget, ValidWidget> {
  const pairs = new Map(matchWidgets(before, after));
  const pair = (from: AnyWidget | undefined, to: AnyWidget | undefined) => {
    if (from && to && from.type !== 'broken' && to.type !== 'broken' && !pairs.has(from)) pairs.set(from, to);
  };
  pair(before.root, after.root);
  for (const [from, to] of [...pairs]) {
    const isHolder = from.type === 'collection' || from.type === 'table' || from.type === 'modal';
    if (isHolder && from.type === to.type) pair(from.inside[0], to.inside[0]);
  }
  return pairs;
}

const soundOf = ({ widgets }: ReadForm) => widgets.filter((widget): widget is ValidWidget => widget.type !== 'broken');

const note = (widget: ValidWidget, change: string): FormDifference => ({
  widget: widget.id,
  sentence: `${labelOf(widget)} ${change}`,
});

function labelOf(widget: ValidWidget): string {
  if (widget.parent === null) return 'The form';
  const type = typeWords[widget.type].name;
  return widget.meta.label || widget.key ? `${type} “${widgetName(widget)}”` : `Unnamed ${type}`;
}

/** Maps each widget to the one of the earlier version. */
type Earlier = ReadonlyMap<ValidWidget, ValidWidget>;

function changesOf(from: ValidWidget, to: ValidWidget, earlier: Earlier): FormDifference[] {
  const types = { before: typeWords[from.type].name, after: typeWords[to.type].name };
  const type =
    from.type === to.type ? [] : [{ widget: to.id, sentence: `Type of ${qualifiedName(to)} changed`, ...types }];
  return [...type, ...moveOf(from, to, earlier), ...propertyChanges(from, to), ...layoutChange(from, to, earlier)];
}

function moveOf(from: ValidWidget, to: ValidWidget, earlier: Earlier): FormDifference[] {
  if (!from.parent || !to.parent) return [];
  if (earlier.get(to.parent) !== from.parent) {
    const place = to.parent.parent ? widgetName(to.parent) : 'the form itself';
    return [note(to, `is moved into ${place}`)];
  }
  const [before, after] = [
    from.parent.inside.map(idOf),
    to.parent.inside.map((each) => idOf(earlier.get(each) ?? each)),
  ];
  return longestCommonSubsequence(before, after).has(idOf(from)) ? [] : [note(to, 'is moved')];
}

const idOf = ({ id, place }: ValidWidget) => id || place;

function propertyChanges(from: ValidWidget, to: ValidWidget): FormDifference[] {
  return [...partChanges(from.meta, to.meta), ...partChanges(ownConfig(from), ownConfig(to))].map(
    ({ name, before, after }) => ({ widget: to.id, ...propertyChange({ name, before, after }, to) }),
  );
}

/** 'Rule of Budget changed', with the values; a setting that is on or off is a sentence without values. */
function propertyChange({ name, before, after }: PartChange, widget: ValidWidget): Omit<FormDifference, 'widget'> {
  const of = qualifiedName(widget);
  const noun = propertyWords[name] ?? keyInWords(name);
  if (typeof after === 'boolean' || (typeof before === 'boolean' && after === undefined)) {
    const isOn = after === true;
    const adjective = adjectives[name];
    if (adjective)
      return { sentence: `${nameAtStart(widget)} is ${isOn ? `now ${adjective}` : `no longer ${adjective}`}` };
    return { sentence: `“${capitalized(noun)}” of ${of} is now ${isOn ? 'on' : 'off'}` };
  }
  const [was, is] = [valueText(before), valueText(after)];
  if (was === nothing) return { sentence: `${capitalized(noun)} of ${of} added`, after: is };
  if (is === nothing) return { sentence: `${capitalized(noun)} of ${of} removed`, before: was };
  return { sentence: `${capitalized(noun)} of ${of} changed`, before: was, after: is };
}

/** How `valueText` writes an empty value. */
const nothing = valueText(undefined);

/** Settings that read better as a property of the widget. */
const adjectives: Readonly<Record<string, string>> = {
  required: 'required',
  readonly: 'read-only',
  disabled: 'disabled',
  hidden: 'hidden',
};

interface PartChange {
  name: string;
  before: unknown;
  after: unknown;
}

function partChanges(from: object, to: object): PartChange[] {
  const names = new Set([...Object.keys(from), ...Object.keys(to)]);
  return [...names].flatMap((name) => {
    const [before, after]: unknown[] = [Reflect.get(from, name), Reflect.get(to, name)];
    return isEqual(before ?? '', after ?? '') ? [] : [{ name, before, after }];
  });
}

/** The properties of a widget itself; its children are compared separately. */
const ownConfig = ({ config }: ValidWidget): object =>
  Object.fromEntries(
    Object.entries(config).filter(
      ([name, value]) => !['layout', 'elements'].includes(name) && !(name === 'content' && isRecord(value)),
    ),
  );

/** Reports the same widgets in other rows, or in columns of other widths. */
function layoutChange(from: ValidWidget, to: ValidWidget, earlier: Earlier): FormDifference[] {
  const shapeOf = ({ rows }: ValidWidget, known: (widget: ValidWidget) => ValidWidget) =>
    rows.map(({ columns }) =>
      columns.map(({ ratio, widget }) => ({
        ratio,
        id: widget.type === 'broken' ? widget.place : idOf(known(widget)),
      })),
    );
  const before = shapeOf(from, (widget) => widget);
  const after = shapeOf(to, (widget) => earlier.get(widget) ?? widget);
  const order = (shape: typeof before) => shape.flat().map(({ id }) => id);
  const isOtherwise = isEqual(order(before), order(after)) && !isEqual(before, after);
  return isOtherwise ? [note(to, 'has a different layout')] : [];
}
