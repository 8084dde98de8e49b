import type { RunOptions } from '#grammar/index.ts';
import type { Configs, Meta, WidgetType } from '../generated/widgets.ts';
import type { Dependent, Script, WidgetScripts } from './script.ts';

/** Form data: JSON, with keys from meta.key (design 7). */
export type FormValues = Record<string, unknown>;

/** A parsed form: built once by `readForm`, immutable. */
export interface Form {
  readonly root: AnyWidget;
  /** All widgets in document order; `widgets[n].number` is n. */
  readonly widgets: readonly AnyWidget[];
  /** The outermost scope. */
  readonly scope: FormScope;
  /** The scripts of `widgets[n]`. */
  readonly scripts: readonly WidgetScripts[];
  /** The scripts that must run when `widgets[n]` changes. */
  readonly readers: readonly (readonly Dependent[])[];
  /** The conditions and calculations in dependency order. */
  readonly order: readonly Script[];
  /** The index of each script in `order`. */
  readonly ranks: ReadonlyMap<Script, number>;
  /** The context variables that scripts read: client, user, channel, order. */
  readonly contextReads: ReadonlySet<string>;
  /** The problems of the formSchema, by JSON pointer; empty if it is valid. */
  readonly problems: readonly Problem[];
}

/** A widget whose meta and config are complete with defaults. */
export interface FormWidget<T extends WidgetType = WidgetType> extends WidgetPlace {
  readonly type: T;
  readonly meta: Meta;
  readonly config: Configs[T];
  /** The layout of a container; the contents of a list are one row with one column. */
  readonly rows: readonly FormRow[];
  /** The contents without layout, and without broken widgets. */
  readonly inside: readonly ValidWidget[];
  /** The scope of the contents. */
  readonly inner: FormScope;
}

/** A widget that cannot be read. It is shown as broken in its place and ignored otherwise. */
export interface BrokenWidget extends WidgetPlace {
  readonly type: 'broken';
  readonly message: string;
}

/** Any widget of a form; `widget.type` is the discriminant. */
export type AnyWidget = { [T in WidgetType]: FormWidget<T> }[WidgetType] | BrokenWidget;

/** A widget that could be read. */
export type ValidWidget = Exclude<AnyWidget, BrokenWidget>;

interface WidgetPlace {
  readonly number: number;
  /** The stable id given by the designer; '' if there is none. */
  readonly id: string;
  /** Its JSON pointer in the formSchema. */
  readonly place: string;
  readonly parent: ValidWidget | null;
  /** The scope that contains its key. */
  readonly scope: FormScope;
  /** Its key; '' if it has none and so holds no value. */
  readonly key: string;
  /** Whether it or an ancestor is readonly or disabled, so that a person cannot change its value. */
  readonly isLocked: boolean;
  /** Whether it or an ancestor is disabled, or hidden by config, so that it is never required. */
  readonly isSpared: boolean;
}

export interface FormRow {
  readonly columns: readonly { readonly ratio: number; readonly widget: AnyWidget }[];
}

/** A kind of object in form data: the whole form, the object of a container with a key, or a row of a list. */
export interface FormScope {
  /** The keys from the root, '*' for a row. */
  readonly keys: readonly string[];
  readonly parent: FormScope | null;
  /** The number of enclosing rows: of '*' in `keys`. */
  readonly depth: number;
  /** The keys from the innermost enclosing row, or from the root. */
  readonly inRow: readonly string[];
  /** The numbers of the enclosing lists, outermost first. */
  readonly lists: readonly number[];
  /** The widget that owns each key. */
  readonly owners: ReadonlyMap<string, ValidWidget>;
}

/** The inputs of the engine from outside, since it has no clock and no randomness. */
export interface FormContext {
  readonly now: Date;
  /** Called when a script reads the time of day, and not only the day. */
  readonly onInstantRead?: RunOptions['onInstantRead'];
  /** An IANA time zone; the product's default is utc. */
  readonly zone: string;
  /** The script variables $client, $user, $channel and $order. */
  readonly client: object | null;
  readonly user: object | null;
  readonly channel: object | null;
  readonly order: object | null;
  /** The $order of validation scripts, if the order is validated for another status than its own (design 7). */
  readonly checkedOrder?: object | null;
  /** The options of each `optionsFrom`, if loaded. */
  readonly options?: LoadedOptions;
  /** Generates the `_id` of a new row: 16 characters, base 36. */
  readonly idOf: () => string;
}

/** The options of stored lists and resources by `config.optionsFrom`. A source that is not loaded rejects no value. */
export type LoadedOptions = Readonly<Record<string, SourceOptions>>;

/** The loaded options of one source. */
export interface SourceOptions {
  readonly options: readonly SourceOption[];
  /** Whether these are all that a field accepts. If not, another value is not rejected. */
  readonly isComplete: boolean;
}

/** An option of a stored list, or a record of a resource. */
export interface SourceOption {
  readonly value: string;
  readonly label: string;
  /** The heading under which it is listed. */
  readonly group?: string;
  /** It is not offered any more; answers that have it stay valid. */
  readonly isInactive?: boolean;
}

/** A validation problem. `path` is a JSON pointer in the form's data or, from `checkFormSchema`, in the formSchema. */
export interface Problem {
  path: string;
  value: unknown;
  message: string;
}

/** A value that normalization changed; without `to` it was removed. */
export interface NormalizedValue {
  path: string;
  from: unknown;
  to?: unknown;
}
