import type { Type } from '#grammar/index.ts';
import type { Configs, WidgetType } from '../../generated/widgets.ts';

/** What a type of widget means to the engine: a value, a group of fields, a list of rows, or display only. */
export type WidgetKind<T extends WidgetType> = ValueKind<T> | GroupKind | ListKind<T> | ShownKind;

/** A widget with one value. */
export interface ValueKind<T extends WidgetType> {
  readonly holds: 'value';
  /** The type of its value in scripts. */
  readonly scriptType: Type;
  /** Whether a value is absent: a required or empty-until-answered widget then has no value, others get the default. */
  isAbsent(value: unknown): boolean;
  /**
   * Normalizes any value, including undefined (spec 5); idempotent. Undefined means no value. `today` is the reference
   * for typed dates.
   */
  normal(value: unknown, config: Configs[T], today: () => string): unknown;
  /** The value that scripts read, if it differs. */
  inScripts?(value: unknown, config: Configs[T]): unknown;
  /** Whether a value counts as missing for 'Missing required field' (design 7). */
  isMissing(value: unknown, config: Configs[T]): boolean;
  /** The format errors of a normalized value. */
  formatErrors(value: unknown, config: Configs[T], today: () => string): string[];
}

/** A widget that contains others; with a key its values form an object. */
interface GroupKind {
  readonly holds: 'group';
  inside(config: unknown): RawRow[];
}

/** A widget whose fields are repeated in rows. */
interface ListKind<T extends WidgetType> {
  readonly holds: 'rows';
  /** The minimum and maximum number of rows. */
  limits(config: Configs[T]): { least: number; most: number };
  inside(config: unknown): RawRow[];
}

/** A display-only widget without a value. */
interface ShownKind {
  readonly holds: 'nothing';
}

/** A raw row of a layout, whose widgets have not been read. */
export interface RawRow {
  columns: {
    ratio: number;
    place: string;
    widget: unknown;
    /** The only type that is allowed here. */
    only?: WidgetType;
  }[];
}

/** Whether a value is null or undefined, which is absent for every kind. */
export const isNothing = (value: unknown): boolean => value === undefined || value === null;
