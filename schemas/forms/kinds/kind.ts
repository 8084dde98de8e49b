import type { Type } from '#grammar/index.ts';
import type { Configs, WidgetType } from '../../generated/widgets.ts';

/** What a type of widget means to the engine. One of four: a value, an object, a list of rows, or only something to see. */
export type Kind<T extends WidgetType> = ValueKind<T> | GroupKind | ListKind<T> | ShownKind;

/** A widget with one value of its own. */
export interface ValueKind<T extends WidgetType> {
  readonly holds: 'value';
  /** What scripts take its value for. */
  readonly scriptType: Type;
  /** Whether a value says nothing at all: a widget that is required or empty until answered stays without one, any other gets the default. */
  isAbsent(value: unknown): boolean;
  /**
   * The normal form (spec 5) of any value at all, undefined included; of a normal form it is that itself. Undefined is no value.
   * Typed texts are read by `today`.
   */
  normal(value: unknown, config: Configs[T], today: () => string): unknown;
  /** What scripts read of a value; the value itself unless said. */
  inScripts?(value: unknown, config: Configs[T]): unknown;
  /** Whether a value counts as none for 'Missing required field' (design 7). */
  isMissing(value: unknown, config: Configs[T]): boolean;
  /** What still refuses a value in normal form. */
  misfits(value: unknown, config: Configs[T], today: () => string): string[];
}

/** A widget that others stand in; with a key an object. */
export interface GroupKind {
  readonly holds: 'group';
  inside(config: unknown): RawRow[];
}

/** A widget whose fields are repeated in rows. */
export interface ListKind<T extends WidgetType> {
  readonly holds: 'rows';
  /** How many rows there are at least and at most. */
  limits(config: Configs[T]): { least: number; most: number };
  inside(config: unknown): RawRow[];
}

/** A widget that holds nothing and only shows something. */
export interface ShownKind {
  readonly holds: 'nothing';
}

/** A row of a layout as it was written: what stands in it is not read yet. */
export interface RawRow {
  columns: {
    ratio: number;
    place: string;
    widget: unknown;
    /** The only type that may stand here. */
    only?: WidgetType;
  }[];
}

/** What is absent for every kind: nothing, written as null or not written. */
export const isNothing = (value: unknown): boolean => value === undefined || value === null;
