import type { Form, FormScope, FormValues, ValidWidget } from '../../forms/form.ts';
import { isEqual } from '../../forms/is-equal.ts';
import { isRecord } from '../../forms/is-record.ts';
import { widgetKinds } from '../../forms/kinds/kinds.ts';
import { ownValue } from '../rows.ts';
import { matchWidgets, type WidgetMatches } from './match-widgets.ts';

/**
 * A value that was carried over to a widget of the other form. `keys` and `place` are paths from the outside in; rows
 * are addressed by their ids.
 */
export interface CarriedValue {
  from: ValidWidget;
  to: ValidWidget;
  /** The old path and value. */
  keys: string[];
  before: unknown;
  /** The new path and value. */
  place: string[];
  value: unknown;
}

/** A value that has no place in the other form. */
export interface DroppedValue {
  keys: string[];
  value: unknown;
}

/** The result of carrying data over, before the other form normalizes it and fills in its own values. */
export interface CarryResult {
  pairs: WidgetMatches;
  data: FormValues;
  values: CarriedValue[];
  dropped: DroppedValue[];
}

/**
 * Carries form data in normal form over to another form (data migration between form versions): each value moves with
 * its widget, rows keep their ids, and values that no widget owns stay under their key. Empty values are not reported.
 */
export function carryFormData(from: Form, to: Form, data: FormValues): CarryResult {
  const pairs = matchWidgets(from, to);
  const carrying: Carrying = { pairs, taken: new Set(pairs.values()), values: [], dropped: [] };
  const place: Place = { object: {}, keys: [], lists: [] };
  carryObject(carrying, { scope: from.scope, target: to.scope, keys: [], place }, data);
  return { pairs, data: place.object, values: carrying.values, dropped: carrying.dropped };
}

interface Carrying extends Omit<CarryResult, 'data'> {
  /** The widgets of the other form that a widget of this form maps to. */
  readonly taken: ReadonlySet<ValidWidget>;
}

/** The target of the values: a row of the other form's data, or its top level. */
interface Place {
  readonly object: FormValues;
  readonly keys: string[];
  /** The numbers of the enclosing lists, from the outside in. */
  readonly lists: readonly number[];
}

/** The object that is being carried over. */
interface Source {
  readonly scope: FormScope;
  /** The scope of the other form that takes values that no widget owns; undefined if there is no such object. */
  readonly target: FormScope | undefined;
  readonly keys: string[];
  readonly place: Place;
}

function carryObject(carrying: Carrying, at: Source, object: FormValues): void {
  // In the order of the widgets; values that no widget owns come last.
  for (const key of new Set([...at.scope.owners.keys(), ...Object.keys(object)])) {
    if (!Object.hasOwn(object, key)) {
      carryUnanswered(carrying, at, at.scope.owners.get(key));
      continue;
    }
    const value = object[key];
    if (key === '_id' && isRow(at.scope)) continue;
    const inside = { ...at, keys: [...at.keys, key] };
    const owner = at.scope.owners.get(key);
    if (!owner) carryUnowned(carrying, inside, { key, value });
    else if (widgetKinds[owner.type].holds === 'value') carryValue(carrying, inside, { owner, value });
    else if (widgetKinds[owner.type].holds === 'rows') carryRows(carrying, inside, { owner, value });
    else if (isRecord(value))
      carryObject(carrying, { ...inside, scope: owner.inner, target: innerFor(carrying, owner, at.place) }, value);
    else drop(carrying, inside, value);
  }
}

const isRow = ({ depth, inRow }: FormScope) => depth > 0 && inRow.length === 0;

function carryValue(
  carrying: Carrying,
  at: Source,
  { owner, value: before }: { owner: ValidWidget; value: unknown },
): void {
  const to = targetOf(carrying, owner, at.place);
  const value = to && convertValue(before, owner, to);
  if (!to || value === undefined) {
    if (isAnswer(owner, before)) carrying.dropped.push({ keys: at.keys, value: before });
    return;
  }
  const place = put(at.place, to.scope, { key: to.key, value });
  if (isAnswer(owner, before)) carrying.values.push({ from: owner, to, keys: at.keys, before, place, value });
}

/** Stores null for a field that was left empty. If it were absent, the new order would start with the initial value. */
function carryUnanswered(carrying: Carrying, { place }: Source, owner: ValidWidget | undefined): void {
  const to = owner && widgetKinds[owner.type].holds === 'value' ? targetOf(carrying, owner, place) : undefined;
  if (to?.config.initialValue && !to.isLocked && place.lists.length === 0)
    put(place, to.scope, { key: to.key, value: null });
}

function carryRows(carrying: Carrying, at: Source, { owner, value }: { owner: ValidWidget; value: unknown }): void {
  const to = targetOf(carrying, owner, at.place);
  if (!to || widgetKinds[to.type].holds !== 'rows' || !Array.isArray(value) || !value.every(isRecord)) {
    drop(carrying, at, value);
    return;
  }
  const rows: FormValues[] = [];
  const keys = put(at.place, to.scope, { key: to.key, value: rows });
  for (const row of value) {
    const object: FormValues = Object.hasOwn(row, '_id') ? { _id: row._id } : {};
    rows.push(object);
    const id = String(row._id);
    const place = { object, keys: [...keys, id], lists: [...at.place.lists, to.number] };
    carryObject(carrying, { scope: owner.inner, target: to.inner, keys: [...at.keys, id], place }, row);
  }
}

/**
 * Values that no widget owns stay under their key. If a value widget of the other form now owns the key, it takes the
 * value.
 */
function carryUnowned(carrying: Carrying, at: Source, { key, value }: { key: string; value: unknown }): void {
  const owner = at.target?.owners.get(key);
  const kind = owner && widgetKinds[owner.type];
  const isFree = !owner || (!carrying.taken.has(owner) && kind?.holds === 'value');
  if (!at.target || !isFree) {
    drop(carrying, at, value);
    return;
  }
  const place = put(at.place, at.target, { key, value });
  if (owner && hasContent(value))
    carrying.values.push({ from: owner, to: owner, keys: at.keys, before: value, place, value });
}

/**
 * The widget that a widget maps to, if it is in the same list of rows: one value cannot become several, nor several
 * one.
 */
function targetOf({ pairs }: Carrying, widget: ValidWidget, { lists }: Place): ValidWidget | undefined {
  const to = pairs.get(widget);
  const isHere =
    to?.scope.lists.length === lists.length && lists.every((list, index) => list === to.scope.lists[index]);
  return isHere && to.key !== '' ? to : undefined;
}

function innerFor(carrying: Carrying, group: ValidWidget, place: Place): FormScope | undefined {
  const to = targetOf(carrying, group, place);
  return to && widgetKinds[to.type].holds === 'group' ? to.inner : undefined;
}

/** Stores a value in a row, inside the group objects of its scope. Returns the path to it. */
function put(place: Place, { inRow }: FormScope, { key, value }: { key: string; value: unknown }): string[] {
  let object = place.object;
  for (const name of inRow) {
    const there = ownValue(object, name);
    const inner = isRecord(there) ? there : {};
    object[name] = inner;
    object = inner;
  }
  object[key] = value;
  return [...place.keys, ...inRow, key];
}

function drop({ dropped }: Carrying, { keys }: Source, value: unknown): void {
  if (hasContent(value)) dropped.push({ keys, value });
}

/** Whether the value is an answer: content, or No to a yes/no question. */
const isAnswer = ({ config }: ValidWidget, value: unknown): boolean =>
  hasContent(value) || (value === false && 'presentation' in config && config.presentation === 'yes_no');

/**
 * Whether a value has content: false for undefined, null, blank text, an empty list and an unchecked box. Objects count
 * by what is in them.
 */
export function hasContent(value: unknown): boolean {
  if (Array.isArray(value)) return value.some(hasContent);
  if (isRecord(value)) return Object.entries(value).some(([key, each]) => key !== '_id' && hasContent(each));
  if (typeof value === 'string') return value.trim() !== '';
  return value !== undefined && value !== null && value !== false;
}

/**
 * Converts a value for another widget (data migration), if both hold the same type of value; undefined if they do not.
 * Option values are mapped by their labels.
 */
function convertValue(value: unknown, from: ValidWidget, to: ValidWidget): unknown {
  // A password must not become readable in another field.
  if (from.type === 'password_input' && to.type !== 'password_input') return undefined;
  const [one, other] = [shapeOf(from), shapeOf(to)];
  if (one === undefined || other === undefined) return undefined;
  const isAlike = isEqual(one, other) || (isWritten(from) && isWritten(to));
  if (isAlike) return inOptions(value, from, to);
  return isEqual({ list: one }, other) ? inOptions([value], from, to) : undefined;
}

function shapeOf({ type }: ValidWidget) {
  const kind = widgetKinds[type];
  return kind.holds === 'value' ? kind.scriptType : undefined;
}

/** Text and numbers convert into each other. */
const isWritten = ({ type }: ValidWidget) => type === 'text_input' || type === 'number_input';

/** Maps option values that no longer exist: to the only option with the same label, if there is exactly one. */
function inOptions(value: unknown, from: ValidWidget, to: ValidWidget): unknown {
  const [before, after] = [optionsOf(from), optionsOf(to)];
  const renamed = (each: unknown) => {
    if (after.some((option) => option.value === each)) return each;
    const name = nameIn(before, each);
    const [found, ...others] = after.filter((option) => (option.label || option.value) === name);
    return found && others.length === 0 ? found.value : each;
  };
  return Array.isArray(value) ? value.map(renamed) : renamed(value);
}

const optionsOf = ({ config }: ValidWidget) => ('options' in config ? config.options : []);

function nameIn(options: ReturnType<typeof optionsOf>, value: unknown): string | undefined {
  const option = options.find((each) => each.value === value);
  return option && (option.label || option.value);
}
