import type { Configs, WidgetType } from '../generated/widgets.ts';
import type { AnyWidget, BrokenWidget, FormRow, Problem, Scope, SoundWidget } from './form.ts';
import { isRecord } from './is-record.ts';
import { keyFault } from './key-fault.ts';
import type { Kind } from './kinds/kind.ts';
import { kinds } from './kinds/kinds.ts';
import type { Unfit, WrittenWidget, writtenWidget } from './written-widget.ts';

/** What grows while a form is read. */
export interface Reading {
  readonly widgets: AnyWidget[];
  readonly problems: Problem[];
  /** Where each id stands. */
  readonly ids: Map<string, string>;
  /** What reads a widget's own parts. */
  readonly readParts: typeof writtenWidget;
}

/** Where a widget is about to be read. */
export interface Position {
  place: string;
  scope: OpenScope;
  parent: SoundWidget | null;
  /** The only type that may stand here. */
  only?: WidgetType;
  /** How deep it stands. */
  depth: number;
  /** How many rows an empty order starts with around it: nested lists multiply. */
  leastRows: number;
}

/** A scope whose owners are still being found. */
export interface OpenScope extends Scope {
  readonly owners: Map<string, SoundWidget>;
}

const limits = { depth: 50, leastRows: 10_000 } as const;

/** Reads a widget and all that stands in it; what cannot be read is a broken widget and a problem at its path. */
export function readWidget(reading: Reading, raw: unknown, at: Position): AnyWidget {
  const written = at.depth > limits.depth ? tooDeep : reading.readParts(raw, at.place, reading.problems);
  if ('message' in written) return broken(reading, written, at);
  const kind: Kind<WidgetType> = kinds[written.type];
  const key = kind.holds === 'nothing' ? '' : written.meta.key;
  const leastRows = at.leastRows * leastRowsOf(written);
  const unfit = misplaced(written, at) ?? unfitKey(key, at.scope) ?? tooManyRows(leastRows);
  if (unfit) return broken(reading, unfit, at);
  noteId(reading, written.id, at.place);
  const rows: FormRow[] = [];
  const inside: SoundWidget[] = [];
  const number = reading.widgets.length;
  const inner = innerScope(kind, { key, number }, at.scope);
  const { place, scope, parent } = at;
  const { config } = written;
  const isLocked = config.readonly || config.disabled || (parent?.isLocked ?? false);
  const isSpared = config.disabled || config.hidden || (parent?.isSpared ?? false);
  const where = { number, place, parent, scope, key, isLocked, isSpared };
  const widget: SoundWidget = { ...written, ...where, rows, inside, inner };
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

function broken(reading: Reading, { path, value, message }: Unfit, { place, parent, scope }: Position): BrokenWidget {
  reading.problems.push({ path: place + path, value, message });
  const number = reading.widgets.length;
  const where = { number, place, parent, scope, key: '', isLocked: true, isSpared: true };
  const widget: BrokenWidget = { type: 'broken', id: '', message, ...where };
  reading.widgets.push(widget);
  return widget;
}

const tooDeep: Unfit = {
  path: '',
  value: undefined,
  message: `At most ${limits.depth} widgets may stand in each other`,
};

function misplaced({ type }: WrittenWidget, { only }: Position): Unfit | undefined {
  if (!only || type === only) return undefined;
  return { path: '/type', value: type, message: `Only a ${only} may stand here, not a ${type}` };
}

function unfitKey(key: string, scope: Scope): Unfit | undefined {
  if (key === '') return undefined;
  const owner = scope.owners.get(key);
  const message = keyFault(key) ?? (owner && `The key ${key} is already used at ${owner.place}`);
  return message ? { path: '/meta/key', value: key, message } : undefined;
}

function leastRowsOf<T extends WidgetType>({ type, config }: { type: T; config: Configs[T] }): number {
  const kind: Kind<T> = kinds[type];
  return kind.holds === 'rows' ? kind.limits(config).least : 1;
}

/** A form of a few lines must not be able to ask for millions of empty rows. */
function tooManyRows(leastRows: number): Unfit | undefined {
  if (leastRows <= limits.leastRows) return undefined;
  const message = `An empty order would start with ${leastRows} rows here; at most ${limits.leastRows}`;
  return { path: '/config/minItems', value: leastRows, message };
}

function noteId({ ids, problems }: Reading, id: string, place: string): void {
  const earlier = ids.get(id);
  if (id !== '' && earlier !== undefined) {
    problems.push({ path: `${place}/id`, value: id, message: `The id ${id} is already used at ${earlier}` });
  } else ids.set(id, place);
}

/** Where what stands inside keeps its values: an object of its own, the rows of a list, or where the widget itself is. */
function innerScope(kind: Kind<WidgetType>, own: { key: string; number: number }, scope: OpenScope): OpenScope {
  const { key, number } = own;
  const { depth, lists } = scope;
  const opened = { parent: scope, owners: new Map<string, SoundWidget>() };
  if (kind.holds === 'rows') {
    return { ...opened, keys: [...scope.keys, key, '*'], depth: depth + 1, inRow: [], lists: [...lists, number] };
  }
  if (kind.holds === 'group' && key !== '') {
    return { ...opened, keys: [...scope.keys, key], depth, inRow: [...scope.inRow, key], lists };
  }
  return scope;
}
