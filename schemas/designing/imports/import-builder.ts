import { checkFormSchema } from '../../forms/check-form-schema.ts';
import { formLimits } from '../../forms/form-size.ts';
import { widgetKinds } from '../../forms/kinds/kinds.ts';
import type { JsonMap } from '../../generated/types.ts';
import type { WidgetType } from '../../generated/widgets.ts';
import { type Names, openNames } from './names.ts';
import type { ImportError } from './open-imported-form.ts';

/** A widget under construction during an import; rules are added once all names are known. */
export interface WidgetBuilder {
  /** A calculated field gets its type once its formula is known. */
  type: WidgetType;
  readonly meta: JsonMap;
  readonly config: JsonMap;
  rows: { ratio: number; widget: WidgetBuilder }[][];
  /** The only container of a list. */
  readonly content: WidgetBuilder | null;
  /** The path in the source. */
  readonly path: string;
  /** The paths of the rules that became a script or an initial value. */
  readonly origins: Map<string, string[]>;
}

/** The state of one import. */
export interface ImportState {
  readonly idOf: () => string;
  /** What was not imported. */
  readonly notImported: ImportError[];
  /** What was changed. */
  readonly changed: ImportError[];
  /** The paths of the properties that change neither questions, answers nor validity. */
  readonly withoutEffect: string[];
  /** The names that are no keys here, with their keys. */
  readonly renamed: { readonly name: string; readonly key: string }[];
  /** The paths of the imported elements. */
  readonly imported: string[];
  /** Callbacks to run once all names are known: for formulas, which decide the types of their fields, and for rules. */
  readonly formulas: (() => void)[];
  readonly later: (() => void)[];
  /** The widgets by their path in the source, once the form is built. */
  readonly widgets: Map<string, ImportedWidget>;
  /** The errors of the built form's scripts. */
  readonly scripts: ImportError[];
  /** In which cases the rules of an element differ from the other format; reported if the rules are valid. */
  readonly ruleNotes: ImportError[];
  /** Why a condition may differ that reads a field with a condition of its own; null if it does not. */
  readonly hiddenAnswers: { note: string | null };
  readonly counted: { widgets: number; scripts: number; numbers: number };
}

/** A widget of the imported form. */
export interface ImportedWidget {
  readonly id: string;
  readonly label: string;
}

/** The position in the form where an element is inserted. */
export interface ImportPosition {
  readonly names: Names;
  readonly depth: number;
  /** The number of rows that an empty order has around it. */
  readonly leastRows: number;
  /** The paths of the conditional elements around it. */
  readonly conditions: readonly string[];
  /** Whether everything here is read-only. */
  readonly isLocked: boolean;
}

/** Starts an import. */
export const openImport = (idOf: () => string): ImportState => ({
  ...{
    idOf,
    notImported: [],
    changed: [],
    withoutEffect: [],
    renamed: [],
    imported: [],
    scripts: [],
    formulas: [],
    later: [],
    ruleNotes: [],
    widgets: new Map(),
  },
  hiddenAnswers: { note: null },
  counted: { widgets: 1, scripts: 0, numbers: 0 },
});

/** The position at the top of the form. */
export const topPosition = (): ImportPosition => ({
  names: openNames(null),
  depth: 1,
  leastRows: 1,
  conditions: [],
  isLocked: false,
});

/** Below the engine's own limits, to leave room for the containers in lists and modals. */
const limits = { depth: 40, widgets: formLimits.widgets - 100, leastRows: 10_000 } as const;

/** Why no more widgets can be inserted here; null if there is room. */
export function capacityError({ counted }: ImportState, { depth }: ImportPosition): string | null {
  if (depth > limits.depth) return `At most ${limits.depth} levels of nested widgets`;
  return counted.widgets >= limits.widgets ? `Only ${limits.widgets} widgets can be imported` : null;
}

/** The minimum number of rows of a list; 1 if nested lists would multiply to too many rows. */
export function clampMinRows({ leastRows: around }: ImportPosition, requested: number): number {
  const whole = Math.max(0, Math.trunc(requested));
  return around * Math.max(1, whole) <= limits.leastRows ? whole : 1;
}

/** The form itself as a widget under construction. */
export const openRoot = (): WidgetBuilder => ({
  ...{ type: 'container', meta: {}, config: {}, rows: [], content: null, path: '', origins: new Map() },
});

/** Creates a widget; a list gets its container as `content`. */
export function buildWidget(
  importing: ImportState,
  path: string,
  parts: Pick<WidgetBuilder, 'type' | 'meta' | 'config'>,
): WidgetBuilder {
  const isList = parts.type === 'collection' || parts.type === 'table';
  importing.counted.widgets += isList ? 2 : 1;
  importing.imported.push(path);
  const content: WidgetBuilder | null = isList
    ? { type: 'container', meta: {}, config: {}, rows: [], content: null, path, origins: new Map() }
    : null;
  // As in the other format, the field is unanswered (design 7, Unanswered).
  const config =
    widgetKinds[parts.type].holds === 'value' ? { ...parts.config, emptyUntilAnswered: true } : parts.config;
  return { ...parts, config, rows: [], content, path, origins: new Map() };
}

/** The scripts of a widget that a rule can become. */
export type RuleScript = 'conditionalScript' | 'validationScript' | 'requiredScript' | 'readonlyScript';

/** Adds a script to a widget, after its existing script, within the size limit of a form. */
export function addScript(
  importing: ImportState,
  to: WidgetBuilder,
  { script, source, origin }: { script: RuleScript; source: string; origin?: string },
): void {
  const present = to.meta[script];
  const isCondition = script === 'requiredScript' || script === 'readonlyScript';
  // One of several conditions is enough; validations run one after the other.
  const joint = isCondition ? ' or ' : '\n';
  const before = typeof present === 'string' ? present + joint : '';
  importing.counted.scripts += source.length + 1;
  if (importing.counted.scripts > formLimits.scripts / 2)
    importing.notImported.push({ path: to.path, message: 'Rules skipped: the form would have too many' });
  else {
    to.meta[script] = before + source;
    if (origin !== undefined) to.origins.set(script, [...(to.origins.get(script) ?? []), origin]);
  }
}

/** Builds the form of an import. A script that the validation rejects is removed and reported. */
export function buildForm(importing: ImportState, root: WidgetBuilder): JsonMap {
  for (const work of [...importing.formulas, ...importing.later]) work();
  for (let round = 0; ; round += 1) {
    const places = new Map<string, WidgetBuilder>();
    importing.widgets.clear();
    const formSchema = { version: 1, root: build(importing, root, { place: '/root', places }) };
    const problems = checkFormSchema(formSchema);
    if (problems.length === 0 || round > maxRounds) {
      importing.changed.push(...importing.ruleNotes);
      importing.scripts.push(...problems);
      return formSchema;
    }
    // Remove all rules if they still make each other invalid after some rounds.
    if (round === maxRounds)
      for (const made of places.values()) withoutRules(importing, made, 'they conflict with each other');
    else for (const problem of problems) withoutRuleAt(importing, places, problem);
  }
}

const maxRounds = 10;
const rules = [
  { at: '/meta/conditionalScript', part: 'meta', key: 'conditionalScript' },
  { at: '/meta/validationScript', part: 'meta', key: 'validationScript' },
  { at: '/meta/requiredScript', part: 'meta', key: 'requiredScript' },
  { at: '/meta/readonlyScript', part: 'meta', key: 'readonlyScript' },
  { at: '/config/minValueScript', part: 'config', key: 'minValueScript' },
  { at: '/config/maxValueScript', part: 'config', key: 'maxValueScript' },
  { at: '/config/minDate', part: 'config', key: 'minDate' },
  { at: '/config/maxDate', part: 'config', key: 'maxDate' },
  { at: '/config/initialValue/value', part: 'config', key: 'initialValue' },
] as const;

function withoutRuleAt(
  importing: ImportState,
  places: Map<string, WidgetBuilder>,
  { path, message }: ImportError,
): void {
  for (const { at, part, key } of rules) {
    const made = path.endsWith(at) ? places.get(path.slice(0, -at.length)) : undefined;
    if (made?.[part][key] === undefined) continue;
    delete made[part][key];
    skipRule(importing, made, { key, message: `Rule skipped: ${message}` });
  }
}

function withoutRules(importing: ImportState, made: WidgetBuilder, why: string): void {
  const present = rules.filter(({ part, key }) => made[part][key] !== undefined);
  for (const { part, key } of present) delete made[part][key];
  for (const { key } of present) skipRule(importing, made, { key, message: `Rule skipped: ${why}` });
}

function skipRule(
  { notImported, ruleNotes }: ImportState,
  made: WidgetBuilder,
  { key, message }: { key: string; message: string },
): void {
  for (const path of made.origins.get(key) ?? [made.path]) notImported.push({ path, message });
  const others = ruleNotes.filter((each) => each.path !== made.path);
  ruleNotes.splice(0, ruleNotes.length, ...others);
}

interface Context {
  place: string;
  places: Map<string, WidgetBuilder>;
}

function build(importing: ImportState, made: WidgetBuilder, { place, places }: Context): JsonMap {
  places.set(place, made);
  const id = importing.idOf();
  // The container in a list has the path of the list, which comes first.
  if (!importing.widgets.has(made.path)) importing.widgets.set(made.path, { id, label: String(made.meta.label ?? '') });
  const layout = made.rows.map((row, at) => ({
    columns: row.map(({ ratio, widget }, index) => ({
      ratio,
      widget: build(importing, widget, { place: `${place}/config/layout/${at}/columns/${index}/widget`, places }),
    })),
  }));
  const inside = made.content
    ? { elements: build(importing, made.content, { place: `${place}/config/elements`, places }) }
    : {};
  return {
    ...{ type: made.type, id, meta: made.meta },
    config: { ...made.config, ...inside, ...(layout.length > 0 ? { layout } : {}) },
  };
}
