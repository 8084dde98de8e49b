import type { Input, Outline, RunOptions, RunResult } from '#grammar/index.ts';
import type { ScriptPart } from '../generated/script-parts.ts';
import type { ScriptRunner } from './filling/run-script.ts';
import type { ValidWidget } from './form.ts';

/**
 * The kinds of scripts: whether a widget is shown, which values are rejected, its initial value, whether it is required or
 * readonly, the least and greatest value, and whether an option is offered.
 */
export type ScriptKind = ScriptPart;

/** The scripts of one widget. */
export type WidgetScripts = { readonly [Kind in Exclude<ScriptKind, 'option'>]: Script | null } & {
  /** The conditions of options, each with its `option`. */
  readonly option: readonly Script[];
};

export const noScripts: WidgetScripts = {
  condition: null,
  validation: null,
  initial: null,
  required: null,
  readonly: null,
  minimum: null,
  maximum: null,
  option: [],
};

/** The kinds that reject values. They run when a form is validated, not while somebody types. */
export const checkKinds: ReadonlySet<ScriptKind> = new Set<ScriptKind>(['validation', 'minimum', 'maximum']);

/** The scripts that a widget has. */
export const presentScripts = (scripts: WidgetScripts): Script[] =>
  Object.values(scripts)
    .flat()
    .filter((script) => script !== null);

/** A compiled script of a form with its dependencies. */
export interface Script {
  readonly widget: ValidWidget;
  readonly kind: ScriptKind;
  readonly source: string;
  /** Its JSON pointer in the formSchema. */
  readonly place: string;
  /** The value of the option that it offers or not. */
  readonly option?: string;
  /** Runs it; null if it did not compile. Code that only runs scripts need not import the rules language. */
  readonly run: ((input: Input, options: RunOptions) => RunResult) | null;
  /** Returns the syntax tree, for explanations in words; null until the rules language is loaded. */
  readonly outline: (() => Outline) | null;
  /** Why it cannot run. */
  readonly failure: string | null;
  readonly reads: readonly Dependency[];
  /** The context variables that it reads: client, user, channel, order. */
  readonly contextVariables: readonly string[];
  readonly runner: ScriptRunner;
  /** The rules language is not loaded yet, so the script's result is unknown. */
  readonly isPending?: true;
}

/** A widget whose value or visibility a script reads. */
export interface Dependency {
  readonly widget: ValidWidget;
  /** The number of enclosing rows that the script and the widget share; 0 if the script reads from the root. */
  readonly shared: number;
}

/** A script that depends on a widget, in the rows that share the first `shared` rows with it. */
export interface Dependent {
  readonly script: Script;
  readonly shared: number;
}
