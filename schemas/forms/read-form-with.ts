import {
  type Configs,
  configSchemas,
  type Meta,
  metaSchema,
  type PartSchema,
  type WidgetType,
} from '../generated/widgets.ts';
import type { AnyWidget, BrokenWidget, Form, FormRow, FormScope, Problem, ValidWidget } from './form.ts';
import { isRecord } from './is-record.ts';
import type { WidgetKind } from './kinds/kind.ts';
import { widgetKinds } from './kinds/kinds.ts';
import { pointerOf } from './pointer.ts';
import { prefillExpression } from './prefill.ts';
import { repairPart } from './repair-part.ts';
import type { WidgetScripts } from './script.ts';

/** Creates the scripts of widgets from their sources, by widget number. */
export type ScriptMaker = (widgets: readonly AnyWidget[]) => Pick<Form, 'contextReads' | 'order' | 'readers'> & {
  scripts: WidgetScripts[];
  problems: Problem[];
};

/** `readForm` with a given way to create scripts and, optionally, to read each widget's own parts. */
export function readFormWith(
  formSchema: unknown,
  makeScripts: ScriptMaker,
  readParts: FormReading['readParts'] = parseWidget,
): Form {
  const problems: Problem[] = [];
  const widgets: AnyWidget[] = [];
  const scope: OpenScope = { keys: [], parent: null, depth: 0, inRow: [], lists: [], owners: new Map() };
  const raw = isRecord(formSchema) ? formSchema : {};
  if (raw.version !== 1) {
    problems.push({ path: '/version', value: raw.version, message: 'A form must be {version: 1, root: a container}' });
  }
  const reading: FormReading = { widgets, problems, ids: new Map(), readParts };
  const position = { place: '/root', scope, parent: null, only: 'container', depth: 0, leastRows: 1 } as const;
  const root = readWidget(reading, raw.root, position);
  const { scripts, readers, order, contextReads, problems: ofScripts } = makeScripts(widgets);
  problems.push(...ofScripts);
  return {
    root,
    widgets,
    scope,
    scripts,
    readers,
    order,
    contextReads,
    ranks: new Map(order.map((script, rank) => [script, rank])),
    problems,
  };
}

/** The state of reading a form. */
interface FormReading {
  readonly widgets: AnyWidget[];
  readonly problems: Problem[];
  /** The place of each id. */
  readonly ids: Map<string, string>;
  /** Reads a widget's own parts. */
  readonly readParts: typeof parseWidget;
}

/** The position of the widget that is read next. */
interface Position {
  place: string;
  scope: OpenScope;
  parent: ValidWidget | null;
  /** The only type that is allowed here. */
  only?: WidgetType;
  /** The nesting depth. */
  depth: number;
  /** The number of rows that an empty order starts with around it; nested lists multiply. */
  leastRows: number;
}

/** A scope whose owners are still being collected. */
interface OpenScope extends FormScope {
  readonly owners: Map<string, ValidWidget>;
}

const limits = { depth: 50, leastRows: 10_000 } as const;

/** Reads a widget and its contents. One that cannot be read becomes a broken widget with a problem at its path. */
function readWidget(reading: FormReading, raw: unknown, at: Position): AnyWidget {
  const parsed = at.depth > limits.depth ? tooDeep : reading.readParts(raw, at.place, reading.problems);
  if ('message' in parsed) return broken(reading, parsed, at);
  const kind: WidgetKind<WidgetType> = widgetKinds[parsed.type];
  const key = kind.holds === 'nothing' ? '' : parsed.meta.key;
  const leastRows = at.leastRows * leastRowsOf(parsed);
  const fault = misplaced(parsed, at) ?? keyFaultIn(key, at.scope) ?? tooManyRows(leastRows);
  if (fault) return broken(reading, fault, at);
  noteId(reading, parsed.id, at.place);
  const rows: FormRow[] = [];
  const inside: ValidWidget[] = [];
  const number = reading.widgets.length;
  const inner = innerScope(kind, { key, number }, at.scope);
  const { place, scope, parent } = at;
  const { config } = parsed;
  const isLocked = config.readonly || config.disabled || (parent?.isLocked ?? false);
  const isSpared = config.disabled || config.hidden || (parent?.isSpared ?? false);
  const where = { number, place, parent, scope, key, isLocked, isSpared };
  const widget: ValidWidget = { ...parsed, ...where, rows, inside, inner };
  reading.widgets.push(widget);
  if (key !== '') at.scope.owners.set(key, widget);
  if (kind.holds === 'nothing' || kind.holds === 'value') return widget;
  const below = { scope: inner, parent: widget, depth: at.depth + 1, leastRows };
  for (const { columns } of kind.inside(isRecord(raw) ? raw.config : undefined)) {
    const read = columns.map((column) => ({
      ratio: column.ratio,
      widget: readWidget(reading, column.widget, { ...below, only: column.only, place: place + column.place }),
    }));
    rows.push({ columns: read });
    inside.push(...read.flatMap((column) => (column.widget.type === 'broken' ? [] : [column.widget])));
  }
  return widget;
}

function broken(
  reading: FormReading,
  { path, value, message }: WidgetError,
  { place, parent, scope }: Position,
): BrokenWidget {
  reading.problems.push({ path: place + path, value, message });
  const number = reading.widgets.length;
  const where = { number, place, parent, scope, key: '', isLocked: true, isSpared: true };
  const widget: BrokenWidget = { type: 'broken', id: '', message, ...where };
  reading.widgets.push(widget);
  return widget;
}

const tooDeep: WidgetError = {
  path: '',
  value: undefined,
  message: `At most ${limits.depth} levels of nested widgets`,
};

function misplaced({ type }: ParsedWidget, { only }: Position): WidgetError | undefined {
  if (!only || type === only) return undefined;
  return { path: '/type', value: type, message: `Only a ${only} is allowed here, not a ${type}` };
}

function keyFaultIn(key: string, scope: FormScope): WidgetError | undefined {
  if (key === '') return undefined;
  const owner = scope.owners.get(key);
  const message = keyError(key) ?? (owner && `The key ${key} is already used at ${owner.place}`);
  return message ? { path: '/meta/key', value: key, message } : undefined;
}

function leastRowsOf<T extends WidgetType>({ type, config }: { type: T; config: Configs[T] }): number {
  const kind: WidgetKind<T> = widgetKinds[type];
  return kind.holds === 'rows' ? kind.limits(config).least : 1;
}

/** A form of a few lines must not produce millions of empty rows. */
function tooManyRows(leastRows: number): WidgetError | undefined {
  if (leastRows <= limits.leastRows) return undefined;
  const message = `An empty order would start with ${leastRows} rows here; at most ${limits.leastRows}`;
  return { path: '/config/minItems', value: leastRows, message };
}

function noteId({ ids, problems }: FormReading, id: string, place: string): void {
  const earlier = ids.get(id);
  if (id !== '' && earlier !== undefined) {
    problems.push({ path: `${place}/id`, value: id, message: `The id ${id} is already used at ${earlier}` });
  } else ids.set(id, place);
}

/** The scope of a widget's contents: an object of its own, the rows of a list, or the widget's own scope. */
function innerScope(kind: WidgetKind<WidgetType>, own: { key: string; number: number }, scope: OpenScope): OpenScope {
  const { key, number } = own;
  const { depth, lists } = scope;
  const base = { parent: scope, owners: new Map<string, ValidWidget>() };
  if (kind.holds === 'rows') {
    return { ...base, keys: [...scope.keys, key, '*'], depth: depth + 1, inRow: [], lists: [...lists, number] };
  }
  if (kind.holds === 'group' && key !== '') {
    return { ...base, keys: [...scope.keys, key], depth, inRow: [...scope.inRow, key], lists };
  }
  return scope;
}

/** A widget's own parts, complete with defaults; its children have not been read. */
type ParsedWidget = { [T in WidgetType]: { type: T; id: string; meta: Meta; config: Configs[T] } }[WidgetType];

/** Why a widget is invalid; `path` is relative to the widget. */
interface WidgetError {
  path: string;
  value: unknown;
  message: string;
}

/**
 * Reads a widget's own parts by the schema of its type. Invalid parts are replaced by their defaults and reported in
 * `problems`; without a known type there is no widget. A missing meta or config means the defaults (design 7).
 */
export function parseWidget(raw: unknown, place: string, problems: Problem[]): ParsedWidget | WidgetError {
  if (!isRecord(raw)) return { path: '', value: raw, message: 'A widget must be an object with a type' };
  const { type, id, meta, config } = raw;
  const schema = typeof type === 'string' && Object.hasOwn(configSchemas, type) ? schemas[type] : undefined;
  if (!schema) {
    const known = Object.keys(configSchemas).join(', ');
    return { path: '/type', value: type, message: `Unknown widget type ${JSON.stringify(type)}; known are ${known}` };
  }
  const part = (name: string, partSchema: PartSchema, value: unknown) => {
    const settled = repairPart(partSchema, value ?? {});
    for (const problem of settled.problems) problems.push({ ...problem, path: `${place}/${name}${problem.path}` });
    // A part that is no object counts as missing.
    return settled.value ?? repairPart(partSchema, {}).value;
  };
  for (const name of Object.keys(raw).filter((key) => !known.has(key))) {
    problems.push({ path: place + pointerOf([name]), value: raw[name], message: `Unknown property ${name}` });
  }
  const isId = typeof id === 'string' && idShape.test(id);
  if (id !== undefined && !isId) problems.push({ path: `${place}/id`, value: id, message: idMessage });
  const parts = {
    type,
    id: isId ? id : '',
    meta: part('meta', metaSchema, meta),
    config: part('config', schema, withPrefill(config)),
  };
  return isComplete(parts) ? parts : { path: '', value: raw, message: 'A widget must be an object with a type' };
}

/** A prefill is an initial value that reads one property: `$client.website`. An initial value takes precedence. */
function withPrefill(config: unknown): unknown {
  if (!isRecord(config) || !isRecord(config.prefill) || config.initialValue !== undefined) return config;
  return { ...config, initialValue: { value: prefillExpression(config.prefill) } };
}

const schemas: Readonly<Record<string, PartSchema>> = configSchemas;
const known = new Set(['type', 'id', 'meta', 'config']);
const idShape = /^[A-Za-z0-9_-]{1,64}$/;
const idMessage = 'An id must consist of up to 64 letters, digits, - or _';

/** A type guard without a full check: `settle` has already made the parts valid for the schemas of these types. */
function isComplete(parts: { type: unknown; id: string; meta: unknown; config: unknown }): parts is ParsedWidget {
  return isRecord(parts.meta) && isRecord(parts.config);
}

const reserved = new Set(['__proto__', 'constructor', 'prototype', '_id']);

/** The maximum length of a key, as in the schema of `meta`. */
export const maxKeyLength = 100;

/** Validates a key (design 7): the error message, or null if it is valid. Does not check whether it is taken. */
export function keyError(key: string): string | null {
  if (reserved.has(key)) return `The key ${key} is reserved`;
  if (key.length > maxKeyLength) return `At most ${maxKeyLength} characters in a key`;
  return /^[A-Za-z_][A-Za-z0-9_]*$/.test(key)
    ? null
    : 'A key consists of letters, digits and _, and does not start with a digit';
}
