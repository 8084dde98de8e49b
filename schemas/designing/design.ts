import { excessOf } from '../forms/form-size.ts';
import { isEqual } from '../forms/is-equal.ts';
import { isRecord } from '../forms/is-record.ts';
import { widgetKinds } from '../forms/kinds/kinds.ts';
import { pointerOf } from '../forms/pointer.ts';
import type { JsonMap } from '../generated/types.ts';
import { configSchemas, metaSchema, type PartSchema, type WidgetType } from '../generated/widgets.ts';

/**
 * The state of a form in the designer: an immutable tree of widgets, in which unchanged parts stay the same object
 * (structural sharing). Properties stay in the order of their schemas, so that undo restores the same text exactly.
 */
export interface Design {
  readonly root: DesignWidget;
}

export interface DesignWidget {
  readonly type: WidgetType;
  /** Every widget has an id; edits refer to it. */
  readonly id: string;
  readonly meta: JsonMap;
  /** Its own properties, without its children, which are in `rows` or `content`. */
  readonly config: JsonMap;
  /** The rows of a container. */
  readonly rows: readonly DesignRow[];
  /** The only container of a list or modal; null for other widgets. */
  readonly content: DesignWidget | null;
}

/** The columns of a row. A row without columns is removed. */
export type DesignRow = readonly DesignColumn[];

export interface DesignColumn {
  readonly ratio: number;
  readonly widget: DesignWidget;
}

/** The result of opening a formSchema: a design, or an error with the path of what cannot be designed. */
export type OpenResult = { design: Design } | { path: string; message: string };

/**
 * Opens a formSchema in the designer. `idOf` creates ids for widgets without one. Returns an error with its path for
 * something that the designer would lose (an unknown type, a part that is no object, a duplicate id).
 */
export function openDesign(formSchema: unknown, idOf: () => string): OpenResult {
  const excess = excessOf(formSchema);
  if (excess) return { path: excess.path, message: excess.message };
  const opening: Opening = { idOf, ids: new Map() };
  const root = openWidget(opening, isRecord(formSchema) ? formSchema.root : undefined, '/root');
  if ('message' in root) return root;
  if (root.type !== 'container')
    return { path: '/root/type', message: 'A form must be {version: 1, root: a container}' };
  return { design: { root } };
}

const parts = new Set(['type', 'id', 'meta', 'config']);

interface Opening {
  readonly idOf: () => string;
  /** The place of each id. */
  readonly ids: Map<string, string>;
}

type OpenError = { path: string; message: string };

function openWidget(opening: Opening, raw: unknown, place: string): DesignWidget | OpenError {
  if (!isRecord(raw)) return { path: place, message: 'A widget must be an object with a type' };
  const { type, id: givenId, meta = {}, config = {} } = raw;
  if (!isWidgetType(type)) return { path: `${place}/type`, message: `Unknown widget type ${JSON.stringify(type)}` };
  const unknown = Object.keys(raw).find((key) => !parts.has(key));
  if (unknown !== undefined) return { path: place + pointerOf([unknown]), message: `Unknown property ${unknown}` };
  if (!isRecord(meta)) return { path: `${place}/meta`, message: 'Must be an object' };
  if (!isRecord(config)) return { path: `${place}/config`, message: 'Must be an object' };
  const id = typeof givenId === 'string' ? givenId : opening.idOf();
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
    return { path: `${place}/config/${holder}/type`, message: `Only a container is allowed here, not a ${inner.type}` };
  }
  if (type !== 'container') return { ...widget, rows: [], content: null };
  const rows = openRows(opening, inside ?? [], `${place}/config/layout`);
  return 'message' in rows ? rows : { ...widget, rows, content: null };
}

function openRows(opening: Opening, layout: unknown, place: string): DesignRow[] | OpenError {
  if (!Array.isArray(layout)) return { path: place, message: 'Must be a list of rows' };
  const rows: DesignRow[] = [];
  for (const [at, row] of layout.entries()) {
    const columns: unknown = isRecord(row) ? row.columns : undefined;
    if (!Array.isArray(columns)) return { path: `${place}/${at}`, message: 'A row must be {columns: a list}' };
    const openColumns: DesignColumn[] = [];
    for (const [index, column] of columns.entries()) {
      const path = `${place}/${at}/columns/${index}`;
      if (!isRecord(column)) return { path, message: 'A column must be {ratio, widget}' };
      const widget = openWidget(opening, column.widget, `${path}/widget`);
      if ('message' in widget) return widget;
      openColumns.push({ ratio: typeof column.ratio === 'number' ? column.ratio : 1, widget });
    }
    if (openColumns.length > 0) rows.push(openColumns);
  }
  return rows;
}

/** Serializes a design as a formSchema. */
export function serializeDesign({ root }: Design): JsonMap {
  return { version: 1, root: serializeWidget(root) };
}

/**
 * The first of the formSchemas that is the same form as `written`, which a designer serialized; else `written`. A
 * serialized form may differ from its original only in how it is written, such as an empty config, and is not changed.
 */
export function originalOf(written: JsonMap, formSchemas: readonly unknown[]): JsonMap {
  const original = formSchemas.filter(isRecord).find((each) => {
    const opened = openedOriginals.get(each) ?? openDesign(each, () => '');
    openedOriginals.set(each, opened);
    return 'design' in opened && isEqual(serializeDesign(opened.design), written);
  });
  return original ?? written;
}

const openedOriginals = new WeakMap<object, OpenResult>();

const serialized = new WeakMap<DesignWidget, JsonMap>();

/** Serializes a widget with its children. Memoized: an unchanged widget yields the same object. */
export function serializeWidget(widget: DesignWidget): JsonMap {
  const earlier = serialized.get(widget);
  if (earlier) return earlier;
  const now = serialize(widget);
  serialized.set(widget, now);
  return now;
}

function serialize({ type, id, meta, config, rows, content }: DesignWidget): JsonMap {
  const holder = contentKey(type);
  const inside: JsonMap = {
    ...(rows.length > 0 ? { layout: rows.map((row) => ({ columns: row.map(serializeColumn) })) } : {}),
    ...(holder && content ? { [holder]: serializeWidget(content) } : {}),
  };
  const whole = { ...config, ...inside };
  return {
    type,
    id,
    ...(Object.keys(meta).length > 0 ? { meta } : {}),
    ...(Object.keys(whole).length > 0 ? { config: whole } : {}),
  };
}

const serializeColumn = ({ ratio, widget }: DesignColumn): JsonMap => ({ ratio, widget: serializeWidget(widget) });

/** The config property of a type that contains its only container. */
function contentKey(type: WidgetType): 'elements' | 'content' | null {
  if (type === 'modal') return 'content';
  return widgetKinds[type].holds === 'rows' ? 'elements' : null;
}

const isWidgetType = (type: unknown): type is WidgetType =>
  typeof type === 'string' && Object.hasOwn(configSchemas, type);

/** Sorts properties in the order of their schema; unknown ones come last. */
const inSchemaOrder = ({ properties = {} }: PartSchema, part: JsonMap): JsonMap => {
  const serialized = Object.keys(properties).filter((key) => part[key] !== undefined);
  const unknown = Object.keys(part)
    .filter((key) => !Object.hasOwn(properties, key))
    .toSorted();
  return Object.fromEntries([...serialized, ...unknown].map((key) => [key, part[key]]));
};

/** Sorts the meta of a widget in the order of its schema. */
export const orderedMeta = (meta: JsonMap): JsonMap => inSchemaOrder(metaSchema, meta);
/** Sorts the config of a widget in the order of its type's schema. */
export const orderedConfig = (type: WidgetType, config: JsonMap): JsonMap => inSchemaOrder(configSchemas[type], config);

/** Creates an empty widget of a type. A new field is empty until somebody answers it (design 7, Unanswered). */
export function newWidget(
  type: WidgetType,
  { idOf, meta = {}, config = {} }: { idOf: () => string; meta?: JsonMap; config?: JsonMap },
): DesignWidget {
  const content = contentKey(type) ? newWidget('container', { idOf }) : null;
  const own = widgetKinds[type].holds === 'value' ? { emptyUntilAnswered: true, ...config } : config;
  return { type, id: idOf(), meta: orderedMeta(meta), config: orderedConfig(type, own), rows: [], content };
}
