import { checkFormSchema } from '../../forms/check-form-schema.ts';
import { formLimits } from '../../forms/form-size.ts';
import { kinds } from '../../forms/kinds/kinds.ts';
import type { JsonMap } from '../../generated/types.ts';
import type { WidgetType } from '../../generated/widgets.ts';
import type { Fault } from './form-faults.ts';
import { type Names, openNames } from './names.ts';

/** A widget under construction during an import; rules are added once all names are known. */
export interface Made {
  readonly type: WidgetType;
  readonly meta: JsonMap;
  readonly config: JsonMap;
  rows: { ratio: number; widget: Made }[][];
  /** The only container of a list. */
  readonly content: Made | null;
  /** The path in the source. */
  readonly path: string;
}

/** The state of one import. */
export interface Importing {
  readonly idOf: () => string;
  /** What was not imported. */
  readonly left: Fault[];
  /** What was changed. */
  readonly changed: Fault[];
  /** The paths of the imported elements. */
  readonly came: string[];
  /** Callbacks to run once all names are known. */
  readonly later: (() => void)[];
  readonly counted: { widgets: number; scripts: number };
}

/** The position in the form where an element is inserted. */
export interface At {
  readonly names: Names;
  readonly depth: number;
  /** The number of rows that an empty order has around it. */
  readonly leastRows: number;
}

/** Starts an import. */
export const openImport = (idOf: () => string): Importing => ({
  ...{ idOf, left: [], changed: [], came: [], later: [] },
  counted: { widgets: 1, scripts: 0 },
});

/** The position at the top of the form. */
export const topPlace = (): At => ({ names: openNames(null), depth: 1, leastRows: 1 });

/** Below the engine's own limits, to leave room for the containers in lists and modals. */
const limits = { depth: 40, widgets: formLimits.widgets - 100, leastRows: 10_000 } as const;

/** Why no more widgets can be inserted here; null if there is room. */
export function noRoom({ counted }: Importing, { depth }: At): string | null {
  if (depth > limits.depth) return `At most ${limits.depth} widgets may stand in each other`;
  return counted.widgets >= limits.widgets ? `At most ${limits.widgets} widgets come over` : null;
}

/** The minimum number of rows of a list; 1 if nested lists would multiply to too many rows. */
export function leastRows({ leastRows: around }: At, requested: number): number {
  const whole = Math.max(0, Math.trunc(requested));
  return around * Math.max(1, whole) <= limits.leastRows ? whole : 1;
}

/** Creates a widget; a list gets its container as `content`. */
export function make(importing: Importing, path: string, parts: Pick<Made, 'type' | 'meta' | 'config'>): Made {
  const isList = parts.type === 'collection' || parts.type === 'table';
  importing.counted.widgets += isList ? 2 : 1;
  importing.came.push(path);
  const content: Made | null = isList
    ? { type: 'container', meta: {}, config: {}, rows: [], content: null, path }
    : null;
  // As in the other format, the field is unanswered (design 7, Unanswered).
  const config = kinds[parts.type].holds === 'value' ? { ...parts.config, emptyUntilAnswered: true } : parts.config;
  return { ...parts, config, rows: [], content, path };
}

type Script = 'conditionalScript' | 'validationScript';

/** Adds a script to a widget, after its existing script, within the size limit of a form. */
export function addScript(
  importing: Importing,
  to: Made,
  { script, source }: { script: Script; source: string },
): void {
  const before = typeof to.meta[script] === 'string' ? `${to.meta[script]}\n` : '';
  importing.counted.scripts += source.length + 1;
  if (importing.counted.scripts > formLimits.scripts / 2)
    importing.left.push({ path: to.path, message: 'Its rules do not come over: the form would have too many' });
  else to.meta[script] = before + source;
}

/** Builds the form of an import. A script that the validation rejects is removed and reported. */
export function finished(importing: Importing, root: Made): JsonMap {
  for (const work of importing.later) work();
  for (let round = 0; ; round += 1) {
    const places = new Map<string, Made>();
    const formSchema = { version: 1, root: build(importing, root, { place: '/root', places }) };
    const problems = checkFormSchema(formSchema);
    if (problems.length === 0 || round > maxRounds) return formSchema;
    // Remove all rules if they still make each other invalid after some rounds.
    if (round === maxRounds)
      for (const made of places.values()) withoutRules(importing, made, 'they do not go together');
    else for (const problem of problems) withoutRuleAt(importing, places, problem);
  }
}

const maxRounds = 10;
const rules = [
  { at: '/meta/conditionalScript', part: 'meta', key: 'conditionalScript' },
  { at: '/meta/validationScript', part: 'meta', key: 'validationScript' },
  { at: '/config/initialValue/value', part: 'config', key: 'initialValue' },
] as const;

function withoutRuleAt(importing: Importing, places: Map<string, Made>, { path, message }: Fault): void {
  for (const { at, part, key } of rules) {
    const made = path.endsWith(at) ? places.get(path.slice(0, -at.length)) : undefined;
    if (made?.[part][key] === undefined) continue;
    delete made[part][key];
    importing.left.push({ path: made.path, message: `Its rule does not come over: ${message}` });
  }
}

function withoutRules(importing: Importing, made: Made, why: string): void {
  const present = rules.filter(({ part, key }) => made[part][key] !== undefined);
  for (const { part, key } of present) delete made[part][key];
  if (present.length > 0) importing.left.push({ path: made.path, message: `Its rules do not come over: ${why}` });
}

interface Context {
  place: string;
  places: Map<string, Made>;
}

function build(importing: Importing, made: Made, { place, places }: Context): JsonMap {
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
