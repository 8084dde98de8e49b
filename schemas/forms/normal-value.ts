import type { Configs, WidgetType } from '../generated/widgets.ts';
import type { Form, FormContext, FormScope, FormValues, FormWidget, NormalizedValue, ValidWidget } from './form.ts';
import { isEqual } from './is-equal.ts';
import { isRecord } from './is-record.ts';
import { isNothing, type ValueKind, type WidgetKind } from './kinds/kind.ts';
import { widgetKinds } from './kinds/kinds.ts';
import { pointerOf } from './pointer.ts';

/** The outside inputs of normalization. */
export type NormalContext = Pick<FormContext, 'idOf' | 'now' | 'zone'>;

interface PassOptions {
  /** Whether lists are padded up to minItems. */
  readonly pad: boolean;
  /** Whether absent values get their widget's static initial value. */
  readonly isNew: boolean;
}

/** One normalization pass over data: options and results. */
export interface Pass extends PassOptions {
  readonly idOf: () => string;
  /** The reference for two-digit and missing years. */
  readonly today: () => string;
  readonly normalized: NormalizedValue[];
  /** The path of the current value. */
  readonly keys: (string | number)[];
}

/** Starts a normalization pass. */
export function openPass(context: NormalContext, { pad = true, isNew = false }: Partial<PassOptions> = {}): Pass {
  return { idOf: context.idOf, today: () => todayOf(context), pad, isNew, normalized: [], keys: [] };
}

/** The current date in the context's time zone, '2026-11-25'. */
export const todayOf = ({ now, zone }: Pick<FormContext, 'now' | 'zone'>): string =>
  zone === 'utc' ? now.toISOString().slice(0, 10) : dayIn(now, zone);

/** The day of a moment in a time zone; Swedish dates have the ISO format. */
export const dayIn = (date: Date, timeZone: string): string =>
  new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short' }).format(date);

/** Normalizes the value of one widget. */
export const normalOf = (widget: ValidWidget, value: unknown, context: NormalContext): unknown =>
  normalValue(openPass(context), widget, value);

/** Normalizes an object: each value that a widget owns; other values stay unchanged. */
export function normalObject(pass: Pass, scope: FormScope, value: unknown): FormValues {
  const raw = isRecord(value) ? value : {};
  if (!isNothing(value) && raw !== value) note(pass, value, {});
  const normal: FormValues = { ...raw };
  for (const [key, widget] of scope.owners) {
    pass.keys.push(key);
    const own = Object.hasOwn(raw, key) ? raw[key] : undefined;
    const next = normalValue(pass, widget, own ?? (pass.isNew ? staticInitial(widget) : own));
    if (next === undefined) delete normal[key];
    else normal[key] = next;
    pass.keys.pop();
  }
  return normal;
}

/**
 * Normalizes the value of one widget; undefined if it stays absent, so that a required value is reported as missing.
 */
function normalValue<T extends WidgetType>(pass: Pass, widget: FormWidget<T>, value: unknown): unknown {
  const kind: WidgetKind<T> = widgetKinds[widget.type];
  switch (kind.holds) {
    case 'nothing':
    case 'group':
      return normalObject(pass, widget.inner, value);
    case 'rows':
      if (canBeRequired(widget) && isNothing(value)) return undefined;
      return normalRows(pass, { scope: widget.inner, ...kind.limits(widget.config) }, value);
    case 'value':
      return normalSingle(pass, { kind, config: widget.config, canBeRequired: canBeRequired(widget) }, value);
  }
}

/** Whether a missing value may be a problem, so that it must not get a default. */
const canBeRequired = ({ config, meta }: Pick<ValidWidget, 'config' | 'meta'>): boolean =>
  config.required || meta.requiredScript.trim() !== '';

function normalSingle<T extends WidgetType>(
  pass: Pass,
  { kind, config, canBeRequired }: { kind: ValueKind<T>; config: Configs[T]; canBeRequired: boolean },
  value: unknown,
): unknown {
  const { emptyUntilAnswered } = config;
  if (kind.isAbsent(value))
    return canBeRequired || emptyUntilAnswered ? undefined : kind.normal(undefined, config, pass.today);
  const normal = kind.normal(value, config, pass.today);
  if (!emptyUntilAnswered) return withNote(pass, value, normal);
  // Removing a blank is no loss to report.
  return answerIn(value) === undefined ? undefined : withNote(pass, value, answerIn(normal));
}

function withNote(pass: Pass, value: unknown, normal: unknown): unknown {
  if (!isSame(normal, value)) note(pass, value, normal);
  return normal;
}

/** The value as an answer: undefined for the empty text and the empty list, which clear a field (design 7). */
export function answerIn(value: unknown): unknown {
  const isBlank = value === '' || (Array.isArray(value) && value.length === 0);
  return isBlank ? undefined : value;
}

function staticInitial({ type, config, inner }: ValidWidget): unknown {
  if (config.initialValue?.static) return config.initialValue.value;
  const [title] = type === 'table' && config.rowTitles.length > 0 ? inner.owners.keys() : [];
  return title === undefined || type !== 'table' ? undefined : config.rowTitles.map((text) => ({ [title]: text }));
}

interface Rows {
  readonly scope: FormScope;
  readonly least: number;
  readonly most: number;
}

function normalRows(pass: Pass, { scope, least, most }: Rows, value: unknown): FormValues[] {
  const raw: unknown[] = Array.isArray(value) ? value : [];
  const limited = raw.slice(0, most);
  if (!isNothing(value) && !Array.isArray(value)) note(pass, value, []);
  if (limited.length < raw.length) note(pass, raw, limited);
  const padded = pass.pad ? Math.max(limited.length, least) : limited.length;
  const usedIds = new Set<string>();
  return Array.from({ length: padded }, (_, index) => {
    pass.keys.push(index);
    const row = normalObject(pass, scope, limited[index]);
    row._id = rowId(pass, row._id, usedIds);
    pass.keys.pop();
    return row;
  });
}

/** A row keeps its id if it is valid and unique; otherwise it gets a new one. */
function rowId(pass: Pass, raw: unknown, usedIds: Set<string>): string {
  const isFree = typeof raw === 'string' && raw !== '' && raw.length <= 64 && !usedIds.has(raw);
  const id = isFree ? raw : pass.idOf();
  if (!isFree && !isNothing(raw)) {
    pass.normalized.push({ path: pointerOf([...pass.keys, '_id']), from: raw, to: id });
  }
  usedIds.add(id);
  return id;
}

const isSame = (normal: unknown, value: unknown) => isEqual(normal, value) || (normal === 0 && value === 0);

function note(pass: Pass, from: unknown, to: unknown): void {
  pass.normalized.push({ path: pointerOf(pass.keys), from, to });
}

interface NormaliseOptions extends NormalContext {
  /** Whether lists are padded to minItems; those of submitted orders are not (design 6). */
  pad?: boolean;
}

/**
 * Normalizes any data (spec 5, design 7): idempotent, never throws, keeps keys that no widget owns. `normalized` lists
 * the changes, without defaults and added rows.
 */
export function normalise(
  form: Form,
  data: unknown,
  options: NormaliseOptions,
): { data: FormValues; normalized: NormalizedValue[] } {
  const pass = openPass(options, { pad: options.pad ?? true });
  return { data: normalObject(pass, form.scope, data), normalized: pass.normalized };
}
