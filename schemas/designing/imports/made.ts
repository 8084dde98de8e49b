import { checkFormSchema } from '../../forms/check-form-schema.ts';
import { formLimits } from '../../forms/form-size.ts';
import { kinds } from '../../forms/kinds/kinds.ts';
import type { JsonMap } from '../../generated/types.ts';
import type { WidgetType } from '../../generated/widgets.ts';
import type { Fault } from './form-faults.ts';
import { type Names, openNames } from './names.ts';

/** A widget made of what another format says, until all names are known. */
export interface Made {
  readonly type: WidgetType;
  readonly meta: JsonMap;
  readonly config: JsonMap;
  rows: { ratio: number; widget: Made }[][];
  /** The one container of a list. */
  readonly content: Made | null;
  /** Where it comes from. */
  readonly path: string;
}

/** One form on its way over. */
export interface Importing {
  readonly idOf: () => string;
  /** What did not come over. */
  readonly left: Fault[];
  /** What came over as something else. */
  readonly changed: Fault[];
  /** The elements that came over, by their paths. */
  readonly came: string[];
  /** What is done once all names are known. */
  readonly later: (() => void)[];
  readonly counted: { widgets: number; scripts: number };
}

/** Where an element is about to come. */
export interface At {
  readonly names: Names;
  readonly depth: number;
  /** How many rows an empty order starts with around it. */
  readonly leastRows: number;
}

export const openImport = (idOf: () => string): Importing => ({
  ...{ idOf, left: [], changed: [], came: [], later: [] },
  counted: { widgets: 1, scripts: 0 },
});

export const topPlace = (): At => ({ names: openNames(null), depth: 1, leastRows: 1 });

/** Below the engine's own limits by what stands in lists and modals. */
const most = { depth: 40, widgets: formLimits.widgets - 100, leastRows: 10_000 } as const;

/** Why nothing more may come here; null where there is room. */
export function noRoom({ counted }: Importing, { depth }: At): string | null {
  if (depth > most.depth) return `At most ${most.depth} widgets may stand in each other`;
  return counted.widgets >= most.widgets ? `At most ${most.widgets} widgets come over` : null;
}

/** The rows that a list begins with; fewer where lists in lists would begin with too many. */
export function leastRows({ leastRows: around }: At, wanted: number): number {
  const whole = Math.max(0, Math.trunc(wanted));
  return around * Math.max(1, whole) <= most.leastRows ? whole : 1;
}

/** A widget as it is made; `content` is that of a list. */
export function make(importing: Importing, path: string, parts: Pick<Made, 'type' | 'meta' | 'config'>): Made {
  const isList = parts.type === 'collection' || parts.type === 'table';
  importing.counted.widgets += isList ? 2 : 1;
  importing.came.push(path);
  const content: Made | null = isList
    ? { type: 'container', meta: {}, config: {}, rows: [], content: null, path }
    : null;
  // Nobody has answered yet, as in the other format (design 7, Unanswered).
  const config = kinds[parts.type].holds === 'value' ? { ...parts.config, emptyUntilAnswered: true } : parts.config;
  return { ...parts, config, rows: [], content, path };
}

type Script = 'conditionalScript' | 'validationScript';

/** Gives a widget a script, on top of what its script says already; not beyond what a form may hold. */
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

/** What came over, as a form that may be saved: a script that the check refuses is taken away and told. */
export function finished(importing: Importing, root: Made): JsonMap {
  for (const work of importing.later) work();
  for (let round = 0; ; round += 1) {
    const places = new Map<string, Made>();
    const formSchema = { version: 1, root: written(importing, root, { place: '/root', places }) };
    const problems = checkFormSchema(formSchema);
    if (problems.length === 0 || round > fewRounds) return formSchema;
    // Rules that refuse one another again and again all go.
    if (round === fewRounds)
      for (const made of places.values()) withoutRules(importing, made, 'they do not go together');
    else for (const problem of problems) withoutRuleAt(importing, places, problem);
  }
}

const fewRounds = 10;
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
  const kept = rules.filter(({ part, key }) => made[part][key] !== undefined);
  for (const { part, key } of kept) delete made[part][key];
  if (kept.length > 0) importing.left.push({ path: made.path, message: `Its rules do not come over: ${why}` });
}

interface Place {
  place: string;
  places: Map<string, Made>;
}

function written(importing: Importing, made: Made, { place, places }: Place): JsonMap {
  places.set(place, made);
  const layout = made.rows.map((row, at) => ({
    columns: row.map(({ ratio, widget }, index) => ({
      ratio,
      widget: written(importing, widget, { place: `${place}/config/layout/${at}/columns/${index}/widget`, places }),
    })),
  }));
  const inside = made.content
    ? { elements: written(importing, made.content, { place: `${place}/config/elements`, places }) }
    : {};
  return {
    ...{ type: made.type, id: importing.idOf(), meta: made.meta },
    config: { ...made.config, ...inside, ...(layout.length > 0 ? { layout } : {}) },
  };
}
