import type { Configs, Meta, WidgetType } from '../generated/widgets.ts';
import type { Reader, Script, WidgetScripts } from './script.ts';

/** What a form's data are: JSON, keyed by meta.key (design 7). */
export type FormData = Record<string, unknown>;

/** A form as the engine works on it: made once by `readForm`, never changed. */
export interface Form {
  readonly root: AnyWidget;
  /** Every widget, in the order in which a person meets them; `widgets[n].number` is n. */
  readonly widgets: readonly AnyWidget[];
  /** The object that holds the keys of the whole form. */
  readonly scope: Scope;
  /** The scripts of `widgets[n]`, by the same number. */
  readonly scripts: readonly WidgetScripts[];
  /** The scripts that a change of `widgets[n]` concerns, by the same number. */
  readonly readers: readonly (readonly Reader[])[];
  /** The scripts that show and calculate, each after those whose outcome it reads. */
  readonly order: readonly Script[];
  /** The place of each script in that order. */
  readonly ranks: ReadonlyMap<Script, number>;
  /** What scripts read that is in no field: names out of client, user, channel and order. */
  readonly asks: ReadonlySet<string>;
  /** What is wrong with the formSchema, by its JSON pointer; empty for a sound one. */
  readonly problems: readonly Problem[];
}

/** A widget, its meta and config complete with their defaults. */
export interface FormWidget<T extends WidgetType = WidgetType> extends WidgetPlace {
  readonly type: T;
  readonly meta: Meta;
  readonly config: Configs[T];
  /** What stands inside: a container's layout; a collection's elements are one row of one column. */
  readonly rows: readonly FormRow[];
  /** The same without their layout, and without what is broken. */
  readonly inside: readonly SoundWidget[];
  /** Where what stands inside keeps its values. */
  readonly inner: Scope;
}

/** A widget that cannot be read: it is shown as broken in its place and takes no part in anything. */
export interface BrokenWidget extends WidgetPlace {
  readonly type: 'broken';
  readonly message: string;
}

/** Any widget of a form; `widget.type` tells which. */
export type AnyWidget = { [T in WidgetType]: FormWidget<T> }[WidgetType] | BrokenWidget;

/** Any widget that could be read. */
export type SoundWidget = Exclude<AnyWidget, BrokenWidget>;

interface WidgetPlace {
  readonly number: number;
  /** The stable id given by the designer; '' when the form has none. */
  readonly id: string;
  /** Its JSON pointer in the formSchema. */
  readonly place: string;
  readonly parent: SoundWidget | null;
  /** The object whose key it is. */
  readonly scope: Scope;
  /** Its key, '' when it has none and so holds no value. */
  readonly key: string;
  /** Whether it or what it stands in is readonly or disabled: the person cannot change its value. */
  readonly isLocked: boolean;
  /** Whether it or what it stands in is disabled, or hidden by its config: then it is never required. */
  readonly isSpared: boolean;
}

export interface FormRow {
  readonly columns: readonly { readonly ratio: number; readonly widget: AnyWidget }[];
}

/** A kind of object in a form's data: the whole form, the object of a container with a key, a row of a list. */
export interface Scope {
  /** Its keys from the whole form, '*' for a row. */
  readonly keys: readonly string[];
  readonly parent: Scope | null;
  /** How many rows it lies in: the number of '*' in `keys`. */
  readonly depth: number;
  /** The same path from the innermost row around it, which may be the whole form. */
  readonly inRow: readonly string[];
  /** The numbers of the lists it lies in a row of, outermost first. */
  readonly lists: readonly number[];
  /** Who owns which key. */
  readonly owners: ReadonlyMap<string, SoundWidget>;
}

/** What the engine is told, since it has neither clock nor chance of its own. */
export interface FormContext {
  readonly now: Date;
  /** An IANA zone; the product's default is utc. */
  readonly zone: string;
  /** What scripts read as $client, $user, $channel and $order. */
  readonly client: object | null;
  readonly user: object | null;
  readonly channel: object | null;
  readonly order: object | null;
  /** What validation scripts read as $order, where a check is for another status than the order has (design 7). */
  readonly checkedOrder?: object | null;
  /** Makes the `_id` of a new row: 16 characters, base 36. */
  readonly idOf: () => string;
}

/** What refuses a value. `path` is a JSON pointer, in the form's data or, from `checkFormSchema`, in the formSchema. */
export interface Problem {
  path: string;
  value: unknown;
  message: string;
}

/** A value that normalisation changed; an absent `to` says that it was taken away. */
export interface Normalized {
  path: string;
  from: unknown;
  to?: unknown;
}
