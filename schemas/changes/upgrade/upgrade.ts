import type { Form, FormValues, ValidWidget } from '../../forms/form.ts';
import { isEqual } from '../../forms/is-equal.ts';
import { isRecord } from '../../forms/is-record.ts';
import { widgetKinds } from '../../forms/kinds/kinds.ts';
import { widgetName } from '../../forms/name-of.ts';
import { pointerOf } from '../../forms/pointer.ts';
import { identityOf, ownValue } from '../rows.ts';
import { formPlace } from '../words/form-place.ts';
import { type FieldDescription, labelOfPath, placeAt } from '../words/place.ts';
import { type CarriedValue, type CarryResult, type DroppedValue, hasContent } from './carry.ts';
import type { WidgetMatches } from './match-widgets.ts';

/** The result of upgrading form data to another form, shown to a person for approval. */
export interface UpgradeSummary {
  /** Values that have another path now. */
  moved: Move[];
  /** Selected options whose label has changed. */
  renamed: (Move & { label: string })[];
  /** Values that are lost, by their JSON pointer in the data before; `becomes` is the value that replaces it. */
  dropped: { path: string; label: string; text: string; becomes?: string }[];
  /** The fields that only the new form has, with the values they start with; '–' if they are empty. */
  added: { label: string; text: string }[];
  /** The number of values that stay unchanged. */
  unchanged: number;
}

interface Move {
  from: string;
  to: string;
}

/** The data and their form before and after the upgrade. */
export interface UpgradeInput {
  from: Form;
  to: Form;
  before: FormValues;
  after: FormValues;
}

/**
 * Summarizes a form data upgrade: whether each value with content stays, moves, or is dropped. `after` is the data
 * after the other form has normalized them, so values that the form limits or rejects count as dropped, too.
 */
export function summarizeUpgrade({ pairs, values, dropped }: CarryResult, input: UpgradeInput): UpgradeSummary {
  const { from, to, before, after } = input;
  const [was, is] = [formPlace(from), formPlace(to)];
  const [inBefore, inAfter] = [reader(before), reader(after)];
  const lostValues = new Set(values.filter((each) => isLost(each, inAfter.valueAt(each.place))));
  const describeDropped = ({ keys, value }: DroppedValue, becomes?: string) => {
    const numbered = inBefore.numbered(keys);
    return {
      path: pointerOf(numbered),
      label: labelOfPath(was, numbered),
      text: placeAt(was, keys).text(value),
      ...(becomes === undefined ? {} : { becomes }),
    };
  };
  const changed = [...lostValues].map(({ keys, before: value, place }) => {
    const next = inAfter.valueAt(place);
    return describeDropped({ keys, value }, hasContent(next) ? placeAt(is, place).text(next) : undefined);
  });
  const staying = values.filter((each) => !lostValues.has(each));
  const renamed = staying.filter(isChosen).flatMap(({ keys, before: value, place }) => {
    const [one, other] = [placeAt(was, keys).text(value), placeAt(is, place).text(inAfter.valueAt(place))];
    return one === other ? [] : [{ label: labelOfPath(is, inAfter.numbered(place)), from: one, to: other }];
  });
  // Rows of one list move together, so compare widgets, not values.
  const filledIn = new Set(
    [...new Set(staying.map((each) => each.from))].flatMap((each) => [each, ...placesAround(each)]),
  );
  const moves = [...filledIn].sort((one, other) => one.number - other.number).filter((each) => hasMoved(each, pairs));
  const asItWas = new Set(
    [...filledIn].filter((each) => ![each, ...placesAround(each)].some((one) => moves.includes(one))),
  );
  return {
    moved: moves.map((each) => moveOf(each, pairs)),
    renamed,
    dropped: [...dropped.map((each) => describeDropped(each)), ...changed],
    added: newFields(to, new Set([...pairs.values(), ...values.map((each) => each.to)])).map((widget) => ({
      label: locationText(widget),
      text: initialText(widget, is, after),
    })),
    unchanged: staying.filter((each) => asItWas.has(each.from)).length,
  };
}

/** The fields and lists that the other form does not have, without those inside a new list and those off the screen. */
function newFields({ widgets }: Form, known: ReadonlySet<ValidWidget>): ValidWidget[] {
  const isNew = (widget: ValidWidget) => !known.has(widget);
  const isList = ({ type }: ValidWidget) => widgetKinds[type].holds === 'rows';
  return widgets.filter(
    (widget): widget is ValidWidget =>
      widget.type !== 'broken' &&
      widget.key !== '' &&
      isNew(widget) &&
      (widgetKinds[widget.type].holds === 'value' || isList(widget)) &&
      !isOffScreen(widget) &&
      !placesAround(widget).some((each) => isList(each) && isNew(each)),
  );
}

const isOffScreen = ({ config, parent }: ValidWidget): boolean =>
  config.hidden || (parent !== null && isOffScreen(parent));

/** The value of a new field; in rows, the different values of all rows. */
function initialText({ scope, key }: ValidWidget, place: FieldDescription, data: FormValues): string {
  const keys = [...scope.keys, key];
  const values = keys.reduce<unknown[]>(
    (found, each) =>
      found.flatMap((value) => {
        if (each === '*') return Array.isArray(value) ? value : [];
        return isRecord(value) ? [ownValue(value, each)] : [];
      }),
    [data],
  );
  const texts = new Set(values.map((value) => placeAt(place, keys).text(value)));
  return texts.size === 0 ? placeAt(place, keys).text(undefined) : [...texts].join(', ');
}

function isLost({ from, to, value }: CarriedValue, next: unknown): boolean {
  // Nobody entered a calculated value, so losing it does not matter.
  if (isCalculated(from) && isCalculated(to)) return false;
  return !isSame(value, next);
}

/** Only options have labels. */
const isChosen = ({ from, to }: CarriedValue) => 'options' in from.config && 'options' in to.config;

const isCalculated = ({ isLocked, config: { initialValue } }: ValidWidget) =>
  isLocked && initialValue !== undefined && !initialValue.static;

/** A number that became text, or the reverse, counts as unchanged. */
const isSame = (one: unknown, other: unknown) =>
  isEqual(one, other) || (isWritten(one) && isWritten(other) && String(one) === String(other));

const isWritten = (value: unknown) => typeof value === 'string' || typeof value === 'number';

/** Whether a widget has another key, or another labelled ancestor. */
function hasMoved(widget: ValidWidget, pairs: WidgetMatches): boolean {
  const to = pairs.get(widget);
  if (!to || to === widget) return false;
  const [home] = placesAround(widget);
  const [newHome] = placesAround(to);
  const isThere = home && newHome ? pairs.get(home) === newHome || isNamedAlike(home, newHome) : home === newHome;
  return widget.key !== to.key || !isThere;
}

const isNamedAlike = (one: ValidWidget, other: ValidWidget) =>
  one.key === other.key && one.meta.label === other.meta.label;

/** The ancestors of a widget, innermost first. Containers without label and key are skipped. */
function placesAround({ parent }: ValidWidget): ValidWidget[] {
  if (!parent) return [];
  return isNamed(parent) ? [parent, ...placesAround(parent)] : placesAround(parent);
}

const isNamed = ({ meta, key }: ValidWidget) => meta.label !== '' || key !== '';

/** Where the labels do not differ, the keys are added to tell them apart. */
function moveOf(from: ValidWidget, pairs: WidgetMatches): Move {
  const to = pairs.get(from) ?? from;
  const [one, other] = [locationText(from), locationText(to)];
  return one === other ? { from: `${one} (${from.key})`, to: `${other} (${to.key})` } : { from: one, to: other };
}

/** The path of a widget in labels: 'Campaign › Budget'. */
const locationText = (widget: ValidWidget): string =>
  [widget, ...placesAround(widget)].map(widgetName).reverse().join(' › ');
/** Reads data by paths that address rows by id. Each list is indexed once, however many of its rows are read. */
function reader(data: FormValues) {
  const numbers = new WeakMap<object, Map<string | undefined, number>>();
  const numberIn = (list: unknown[], id: string) => {
    let known = numbers.get(list);
    if (!known) {
      known = new Map(list.map((row, index) => [identityOf(row), index]));
      numbers.set(list, known);
    }
    return known.get(id);
  };
  const inside = (value: unknown, key: string | number) => {
    if (Array.isArray(value)) return value[Number(key)];
    return isRecord(value) ? ownValue(value, String(key)) : undefined;
  };
  const along = (keys: readonly string[]) => {
    let value: unknown = data;
    const numbered = keys.map((key) => {
      const place = Array.isArray(value) ? (numberIn(value, key) ?? key) : key;
      value = inside(value, place);
      return place;
    });
    return { numbered, value };
  };
  return {
    valueAt: (keys: readonly string[]) => along(keys).value,
    numbered: (keys: readonly string[]) => along(keys).numbered,
  };
}
