import { excessOf } from '../forms/form-size.ts';
import { isRecord } from '../forms/is-record.ts';
import { kinds } from '../forms/kinds/kinds.ts';
import { pointerOf } from '../forms/pointer.ts';
import type { JsonMap } from '../generated/types.ts';
import { configSchemas, metaSchema, type PartSchema, type WidgetType } from '../generated/widgets.ts';

/**
 * A form while it is designed: its widgets as a tree of their own, never changed in place, so that what an edit leaves
 * alone stays the same object. Parts are written in the order of their schemas: what is undone is the same to the letter.
 */
export interface Design {
  readonly root: DesignWidget;
}

export interface DesignWidget {
  readonly type: WidgetType;
  /** Every widget has one: it is what edits name. */
  readonly id: string;
  readonly meta: JsonMap;
  /** What it says of itself; what stands in it is `rows` or `content`. */
  readonly config: JsonMap;
  /** What stands in a container. */
  readonly rows: readonly DesignRow[];
  /** The one container that stands in a list or modal; null for all others. */
  readonly content: DesignWidget | null;
}

/** The columns of a row; a row without any does not stay. */
export type DesignRow = readonly DesignColumn[];

export interface DesignColumn {
  readonly ratio: number;
  readonly widget: DesignWidget;
}

/** What a formSchema is opened as: a design, or what can not be designed, by its path. */
export type Opened = { design: Design } | { path: string; message: string };

/**
 * Opens a formSchema for designing. `idOf` gives the widgets that have none an id. What the designer could not show
 * without losing it (an unknown type, a part that is no object, an id that two have) is answered by its path instead.
 */
export function openDesign(formSchema: unknown, idOf: () => string): Opened {
  const excess = excessOf(formSchema);
  if (excess) return { path: excess.path, message: excess.message };
  const opening: Opening = { idOf, ids: new Map() };
  const root = openWidget(opening, isRecord(formSchema) ? formSchema.root : undefined, '/root');
  if ('message' in root) return root;
  if (root.type !== 'container') return { path: '/root/type', message: 'A form is {version: 1, root: a container}' };
  return { design: { root } };
}

const parts = new Set(['type', 'id', 'meta', 'config']);

interface Opening {
  readonly idOf: () => string;
  /** Where each id stands. */
  readonly ids: Map<string, string>;
}

type Unopened = { path: string; message: string };

function openWidget(opening: Opening, raw: unknown, place: string): DesignWidget | Unopened {
  if (!isRecord(raw)) return { path: place, message: 'A widget is an object with a type' };
  const { type, id: given, meta = {}, config = {} } = raw;
  if (!isWidgetType(type)) return { path: `${place}/type`, message: `Unknown widget type ${JSON.stringify(type)}` };
  const unknown = Object.keys(raw).find((key) => !parts.has(key));
  if (unknown !== undefined) return { path: place + pointerOf([unknown]), message: `Unknown property ${unknown}` };
  if (!isRecord(meta)) return { path: `${place}/meta`, message: 'Must be an object' };
  if (!isRecord(config)) return { path: `${place}/config`, message: 'Must be an object' };
  const id = typeof given === 'string' ? given : opening.idOf();
  const earlier = opening.ids.get(id);
  if (earlier !== undefined) return { path: `${place}/id`, message: `The id ${id} is already used at ${earlier}` };
  opening.ids.set(id, place);
  const holder = contentKey(type);
  const { [holder ?? (type === 'container' ? 'layout' : '')]: inside, ...own } = config;
  const widget = { type, id, meta: orderedMeta(meta), config: orderedConfig(type, own) };
  if (holder) {
    const inner = openWidget(opening, inside ?? { type: 'container' }, `${place}/config/${holder}`);
    if ('message' in inner) return inner;
    if (inner.type === 'container') return { ...widget, rows: [], content: inner };
    return { path: `${place}/config/${holder}/type`, message: `Only a container may stand here, not a ${inner.type}` };
  }
  if (type !== 'container') return { ...widget, rows: [], content: null };
  const rows = openRows(opening, inside ?? [], `${place}/config/layout`);
  return 'message' in rows ? rows : { ...widget, rows, content: null };
}

function openRows(opening: Opening, layout: unknown, place: string): DesignRow[] | Unopened {
  if (!Array.isArray(layout)) return { path: place, message: 'Must be a list of rows' };
  const rows: DesignRow[] = [];
  for (const [at, row] of layout.entries()) {
    const columns: unknown = isRecord(row) ? row.columns : undefined;
    if (!Array.isArray(columns)) return { path: `${place}/${at}`, message: 'A row is {columns: a list}' };
    const opened: DesignColumn[] = [];
    for (const [index, column] of columns.entries()) {
      const path = `${place}/${at}/columns/${index}`;
      if (!isRecord(column)) return { path, message: 'A column is {ratio, widget}' };
      const widget = openWidget(opening, column.widget, `${path}/widget`);
      if ('message' in widget) return widget;
      opened.push({ ratio: typeof column.ratio === 'number' ? column.ratio : 1, widget });
    }
    if (opened.length > 0) rows.push(opened);
  }
  return rows;
}

/** The formSchema of a design, as it is saved. */
export function formSchemaOf({ root }: Design): JsonMap {
  return { version: 1, root: written(root) };
}

const known = new WeakMap<DesignWidget, JsonMap>();

/** A widget as a formSchema has it, with all that stands in it; the same object for what an edit has left alone. */
export function written(widget: DesignWidget): JsonMap {
  const earlier = known.get(widget);
  if (earlier) return earlier;
  const now = writtenAnew(widget);
  known.set(widget, now);
  return now;
}

function writtenAnew({ type, id, meta, config, rows, content }: DesignWidget): JsonMap {
  const holder = contentKey(type);
  const inside: JsonMap = {
    ...(rows.length > 0 ? { layout: rows.map((row) => ({ columns: row.map(writtenColumn) })) } : {}),
    ...(holder && content ? { [holder]: written(content) } : {}),
  };
  const whole = { ...config, ...inside };
  return {
    type,
    id,
    ...(Object.keys(meta).length > 0 ? { meta } : {}),
    ...(Object.keys(whole).length > 0 ? { config: whole } : {}),
  };
}

const writtenColumn = ({ ratio, widget }: DesignColumn): JsonMap => ({ ratio, widget: written(widget) });

/** Where a type of widget keeps the one container that stands in it. */
function contentKey(type: WidgetType): 'elements' | 'content' | null {
  if (type === 'modal') return 'content';
  return kinds[type].holds === 'rows' ? 'elements' : null;
}

const isWidgetType = (type: unknown): type is WidgetType =>
  typeof type === 'string' && Object.hasOwn(configSchemas, type);

/** The same parts in the order of their schema; what it does not know comes last. */
const ordered = ({ properties = {} }: PartSchema, part: JsonMap): JsonMap => {
  const known = Object.keys(properties).filter((key) => part[key] !== undefined);
  const unknown = Object.keys(part)
    .filter((key) => !Object.hasOwn(properties, key))
    .toSorted();
  return Object.fromEntries([...known, ...unknown].map((key) => [key, part[key]]));
};

export const orderedMeta = (meta: JsonMap): JsonMap => ordered(metaSchema, meta);
export const orderedConfig = (type: WidgetType, config: JsonMap): JsonMap => ordered(configSchemas[type], config);

/** A new widget of a type, with nothing in it. A field has no answer before somebody gives one (design 7, Unanswered). */
export function newWidget(
  type: WidgetType,
  { idOf, meta = {}, config = {} }: { idOf: () => string; meta?: JsonMap; config?: JsonMap },
): DesignWidget {
  const content = contentKey(type) ? newWidget('container', { idOf }) : null;
  const own = kinds[type].holds === 'value' ? { emptyUntilAnswered: true, ...config } : config;
  return { type, id: idOf(), meta: orderedMeta(meta), config: orderedConfig(type, own), rows: [], content };
}
