import type { Form, FormData, SoundWidget } from '../../forms/form.ts';
import { isEqual } from '../../forms/is-equal.ts';
import { isRecord } from '../../forms/is-record.ts';
import { nameOf } from '../../forms/name-of.ts';
import { pointerOf } from '../../forms/pointer.ts';
import { ownValue } from '../keys.ts';
import { idIn } from '../rows.ts';
import { formPlace } from '../words/form-place.ts';
import { labelOf, placeAt } from '../words/place.ts';
import { type Carried, type CarriedValue, type Dropped, hasContent } from './carry.ts';
import type { Pairs } from './pairs.ts';

/** What another form makes of data that were filled in on this one, for a person to agree to. */
export interface Upgrade {
  /** What stands at another place now. */
  moved: Move[];
  /** Choices that are called something else now. */
  renamed: (Move & { label: string })[];
  /** What is not there any more, by its JSON pointer in the data before; `becomes` is what stands in its place. */
  dropped: { path: string; label: string; text: string; becomes?: string }[];
  /** How many values stay as they are. */
  kept: number;
}

interface Move {
  from: string;
  to: string;
}

/** The data and their form, before and after. */
export interface Sides {
  from: Form;
  to: Form;
  before: FormData;
  after: FormData;
}

/**
 * What becomes of data that were carried over, once the other form has filled them (`after`): each value that said something
 * stays, moves, or is dropped, also where that form can not hold it as it was.
 */
export function upgradeOf({ pairs, values, dropped }: Carried, sides: Sides): Upgrade {
  const { from, to, before, after } = sides;
  const [was, is] = [formPlace(from), formPlace(to)];
  const [inBefore, inAfter] = [reader(before), reader(after)];
  const lost = new Set(values.filter((each) => isLost(each, inAfter.valueAt(each.place))));
  const told = ({ keys, value }: Dropped, becomes?: string) => {
    const numbered = inBefore.numbered(keys);
    return {
      path: pointerOf(numbered),
      label: labelOf(was, numbered),
      text: placeAt(was, keys).text(value),
      ...(becomes === undefined ? {} : { becomes }),
    };
  };
  const changed = [...lost].map(({ keys, before: value, place }) => {
    const next = inAfter.valueAt(place);
    return told({ keys, value }, hasContent(next) ? placeAt(is, place).text(next) : undefined);
  });
  const staying = values.filter((each) => !lost.has(each));
  const renamed = staying.filter(isChosen).flatMap(({ keys, before: value, place }) => {
    const [one, other] = [placeAt(was, keys).text(value), placeAt(is, place).text(inAfter.valueAt(place))];
    return one === other ? [] : [{ label: labelOf(is, inAfter.numbered(place)), from: one, to: other }];
  });
  // Of many rows each says the same.
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
    dropped: [...dropped.map((each) => told(each)), ...changed],
    kept: staying.filter((each) => asItWas.has(each.from)).length,
  };
}

function isLost({ from, to, value }: CarriedValue, next: unknown): boolean {
  // What the form works out by itself was nobody's answer.
  if (isCalculated(from) && isCalculated(to)) return false;
  return !isSame(value, next);
}

/** Only options are called something. */
const isChosen = ({ from, to }: CarriedValue) => 'options' in from.config && 'options' in to.config;

const isCalculated = ({ isLocked, config: { initialValue } }: SoundWidget) =>
  isLocked && initialValue !== undefined && !initialValue.static;

/** A number that is text now says the same. */
const isSame = (one: unknown, other: unknown) =>
  isEqual(one, other) || (isWritten(one) && isWritten(other) && String(one) === String(other));

const isWritten = (value: unknown) => typeof value === 'string' || typeof value === 'number';

/** Whether a widget has another key, or stands in another of the places that people know. */
function hasMoved(widget: SoundWidget, pairs: Pairs): boolean {
  const to = pairs.get(widget);
  if (!to || to === widget) return false;
  const [home] = placesAround(widget);
  const [newHome] = placesAround(to);
  const isThere = home && newHome ? pairs.get(home) === newHome || isNamedAlike(home, newHome) : home === newHome;
  return widget.key !== to.key || !isThere;
}

const isNamedAlike = (one: SoundWidget, other: SoundWidget) =>
  one.key === other.key && one.meta.label === other.meta.label;

/** What a widget stands in, from the inside out; a container without name and key is none. */
function placesAround({ parent }: SoundWidget): SoundWidget[] {
  if (!parent) return [];
  return isNamed(parent) ? [parent, ...placesAround(parent)] : placesAround(parent);
}

const isNamed = ({ meta, key }: SoundWidget) => meta.label !== '' || key !== '';

/** Where only the key is another, the keys are told along. */
function moveOf(from: SoundWidget, pairs: Pairs): Move {
  const to = pairs.get(from) ?? from;
  const [one, other] = [wayTo(from), wayTo(to)];
  return one === other ? { from: `${one} (${from.key})`, to: `${other} (${to.key})` } : { from: one, to: other };
}

/** The way to a widget by what people read on it: 'Campaign › Budget'. */
const wayTo = (widget: SoundWidget): string => [widget, ...placesAround(widget)].map(nameOf).reverse().join(' › ');
/** Reads data by keys that name rows by their ids: a list is looked through once, however many of its rows are asked for. */
function reader(data: FormData) {
  const numbers = new WeakMap<object, Map<string | undefined, number>>();
  const numberIn = (list: unknown[], id: string) => {
    let known = numbers.get(list);
    if (!known) {
      known = new Map(list.map((row, index) => [idIn(row), index]));
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
