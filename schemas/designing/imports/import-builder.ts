import { checkFormSchema } from '../../forms/check-form-schema.ts';
import { formLimits } from '../../forms/form-size.ts';
import { widgetKinds } from '../../forms/kinds/kinds.ts';
import type { JsonMap } from '../../generated/types.ts';
import type { WidgetType } from '../../generated/widgets.ts';
import { type Names, openNames } from './names.ts';
import type { ImportError } from './open-imported-form.ts';

/** A widget under construction during an import; rules are added once all names are known. */
export interface WidgetBuilder {
  readonly type: WidgetType;
  readonly meta: JsonMap;
  readonly config: JsonMap;
  rows: { ratio: number; widget: WidgetBuilder }[][];
  /** The only container of a list. */
  readonly content: WidgetBuilder | null;
  /** The path in the source. */
  readonly path: string;
}

/** The state of one import. */
export interface ImportState {
  readonly idOf: () => string;
  /** What was not imported. */
  readonly notImported: ImportError[];
  /** What was changed. */
  readonly changed: ImportError[];
  /** The paths of the imported elements. */
  readonly imported: string[];
  /** Callbacks to run once all names are known. */
  readonly later: (() => void)[];
  readonly counted: { widgets: number; scripts: number };
}

/** The position in the form where an element is inserted. */
export interface ImportPosition {
  readonly names: Names;
  readonly depth: number;
  /** The number of rows that an empty order has around it. */
  readonly leastRows: number;
}

/** Starts an import. */
export const openImport = (idOf: () => string): ImportState => ({
  ...{ idOf, notImported: [], changed: [], imported: [], later: [] },
  counted: { widgets: 1, scripts: 0 },
});

/** The position at the top of the form. */
export const topPosition = (): ImportPosition => ({ names: openNames(null), depth: 1, leastRows: 1 });

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
    ? { type: 'container', meta: {}, config: {}, rows: [], content: null, path }
    : null;
  // As in the other format, the field is unanswered (design 7, Unanswered).
  const config =
    widgetKinds[parts.type].holds === 'value' ? { ...parts.config, emptyUntilAnswered: true } : parts.config;
  return { ...parts, config, rows: [], content, path };
}

type Script = 'conditionalScript' | 'validationScript';

/** Adds a script to a widget, after its existing script, within the size limit of a form. */
export function addScript(
  importing: ImportState,
  to: WidgetBuilder,
  { script, source }: { script: Script; source: string },
): void {
  const before = typeof to.meta[script] === 'string' ? `${to.meta[script]}\n` : '';
  importing.counted.scripts += source.length + 1;
  if (importing.counted.scripts > formLimits.scripts / 2)
    importing.notImported.push({ path: to.path, message: 'Rules skipped: the form would have too many' });
  else to.meta[script] = before + source;
}

/** Builds the form of an import. A script that the validation rejects is removed and reported. */
export function buildForm(importing: ImportState, root: WidgetBuilder): JsonMap {
  for (const work of importing.later) work();
  for (let round = 0; ; round += 1) {
    const places = new Map<string, WidgetBuilder>();
    const formSchema = { version: 1, root: build(importing, root, { place: '/root', places }) };
    const problems = checkFormSchema(formSchema);
    if (problems.length === 0 || round > maxRounds) return formSchema;
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
    importing.notImported.push({ path: made.path, message: `Rule skipped: ${message}` });
  }
}

function withoutRules(importing: ImportState, made: WidgetBuilder, why: string): void {
  const present = rules.filter(({ part, key }) => made[part][key] !== undefined);
  for (const { part, key } of present) delete made[part][key];
  if (present.length > 0) importing.notImported.push({ path: made.path, message: `Rules skipped: ${why}` });
}

interface Context {
  place: string;
  places: Map<string, WidgetBuilder>;
}

function build(importing: ImportState, made: WidgetBuilder, { place, places }: Context): JsonMap {
  places.set(place, made);
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
    ...{ type: made.type, id: importing.idOf(), meta: made.meta },
    config: { ...made.config, ...inside, ...(layout.length > 0 ? { layout } : {}) },
  };
}
