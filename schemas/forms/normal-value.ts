import type { Configs, WidgetType } from '../generated/widgets.ts';
import type { FormContext, FormData, FormWidget, Normalized, Scope, SoundWidget } from './form.ts';
import { isEqual } from './is-equal.ts';
import { isRecord } from './is-record.ts';
import { dateParts } from './json-of.ts';
import { isNothing, type Kind, type ValueKind } from './kinds/kind.ts';
import { kinds } from './kinds/kinds.ts';
import { pointerOf } from './pointer.ts';

/** What normalisation is told of the world. */
export type NormalContext = Pick<FormContext, 'idOf' | 'now' | 'zone'>;

interface PassOptions {
  /** Whether lists are padded up to minItems. */
  readonly pad: boolean;
  /** Whether values that are absent begin with the initialValue of their widget, where that is static. */
  readonly isNew: boolean;
}

/** One way through data: what to do, and what was done. */
export interface Pass extends PassOptions {
  readonly idOf: () => string;
  /** The day that missing years and years of two digits are counted from. */
  readonly today: () => string;
  readonly normalized: Normalized[];
  /** The path of what is being looked at. */
  readonly keys: (string | number)[];
}

/** Begins a way through data. */
export function openPass(context: NormalContext, { pad = true, isNew = false }: Partial<PassOptions> = {}): Pass {
  return { idOf: context.idOf, today: () => todayOf(context), pad, isNew, normalized: [], keys: [] };
}

/** The day of a context in its zone, '2026-11-25'. */
export const todayOf = ({ now, zone }: Pick<FormContext, 'now' | 'zone'>): string =>
  zone === 'utc' ? now.toISOString().slice(0, 10) : dateParts.day(now, zone);

/** The normal form of one widget's value. */
export const normalOf = (widget: SoundWidget, value: unknown, context: NormalContext): unknown =>
  normalValue(openPass(context), widget, value);

/** The normal form of an object: of each value that a widget owns; all others are kept. */
export function normalObject(pass: Pass, scope: Scope, value: unknown): FormData {
  const given = isRecord(value) ? value : {};
  if (!isNothing(value) && given !== value) note(pass, value, {});
  const normal: FormData = { ...given };
  for (const [key, widget] of scope.owners) {
    pass.keys.push(key);
    const own = Object.hasOwn(given, key) ? given[key] : undefined;
    const kept = normalValue(pass, widget, own ?? (pass.isNew ? staticInitial(widget) : own));
    if (kept === undefined) delete normal[key];
    else normal[key] = kept;
    pass.keys.pop();
  }
  return normal;
}

/** The normal form of one widget's value; undefined where it stays absent, so that a required one is missed. */
export function normalValue<T extends WidgetType>(pass: Pass, widget: FormWidget<T>, value: unknown): unknown {
  const kind: Kind<T> = kinds[widget.type];
  switch (kind.holds) {
    case 'nothing':
    case 'group':
      return normalObject(pass, widget.inner, value);
    case 'rows':
      if (widget.config.required && isNothing(value)) return undefined;
      return normalRows(pass, { scope: widget.inner, ...kind.limits(widget.config) }, value);
    case 'value':
      return normalSingle(pass, { kind, config: widget.config }, value);
  }
}

function normalSingle<T extends WidgetType>(
  pass: Pass,
  { kind, config }: { kind: ValueKind<T>; config: Configs[T] },
  value: unknown,
): unknown {
  const { required, emptyUntilAnswered } = config;
  if (kind.isAbsent(value))
    return required || emptyUntilAnswered ? undefined : kind.normal(undefined, config, pass.today);
  const normal = kind.normal(value, config, pass.today);
  if (!emptyUntilAnswered) return noted(pass, value, normal);
  // Taking away a blank is no loss to report.
  return answerIn(value) === undefined ? undefined : noted(pass, value, answerIn(normal));
}

function noted(pass: Pass, value: unknown, normal: unknown): unknown {
  if (!isSame(normal, value)) note(pass, value, normal);
  return normal;
}

/** What a value says as an answer: nothing for the empty text and the empty list, which is how a field is cleared (design 7). */
export function answerIn(value: unknown): unknown {
  const isBlank = value === '' || (Array.isArray(value) && value.length === 0);
  return isBlank ? undefined : value;
}

const staticInitial = ({ config: { initialValue } }: SoundWidget): unknown =>
  initialValue?.static ? initialValue.value : undefined;

interface Rows {
  readonly scope: Scope;
  readonly least: number;
  readonly most: number;
}

function normalRows(pass: Pass, { scope, least, most }: Rows, value: unknown): FormData[] {
  const given: unknown[] = Array.isArray(value) ? value : [];
  const kept = given.slice(0, most);
  if (!isNothing(value) && !Array.isArray(value)) note(pass, value, []);
  if (kept.length < given.length) note(pass, given, kept);
  const padded = pass.pad ? Math.max(kept.length, least) : kept.length;
  const taken = new Set<string>();
  return Array.from({ length: padded }, (_, index) => {
    pass.keys.push(index);
    const row = normalObject(pass, scope, kept[index]);
    row._id = rowId(pass, row._id, taken);
    pass.keys.pop();
    return row;
  });
}

/** A row keeps the id it has; one without, or with an id that another row has, gets a new one. */
function rowId(pass: Pass, given: unknown, taken: Set<string>): string {
  const isFree = typeof given === 'string' && given !== '' && given.length <= 64 && !taken.has(given);
  const id = isFree ? given : pass.idOf();
  if (!isFree && !isNothing(given)) {
    pass.normalized.push({ path: pointerOf([...pass.keys, '_id']), from: given, to: id });
  }
  taken.add(id);
  return id;
}

const isSame = (normal: unknown, value: unknown) => isEqual(normal, value) || (normal === 0 && value === 0);

function note(pass: Pass, from: unknown, to: unknown): void {
  pass.normalized.push({ path: pointerOf(pass.keys), from, to });
}
