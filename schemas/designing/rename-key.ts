import { rename } from '#grammar/index.ts';
import type { AnyWidget, Form, FormScope, ValidWidget } from '../forms/form.ts';
import { isRecord } from '../forms/is-record.ts';
import { widgetName } from '../forms/name-of.ts';
import { keysOf } from '../forms/pointer.ts';
import { keyError } from '../forms/read-form-with.ts';
import { readFormWithoutScripts } from '../forms/read-form-without-scripts.ts';
import { nearestOwner } from '../forms/reads.ts';
import { scopeFor } from '../forms/scope-for.ts';
import type { ScriptKind } from '../forms/script.ts';
import { scriptSources } from '../forms/script-sources.ts';
import { type Design, serializeDesign } from './design.ts';
import { keyOf, keysAround } from './keys.ts';
import { applySteps, type DesignStep } from './steps.ts';
import { findWidget, parentOf, widgetsIn } from './tree.ts';
import type { Edit } from './undo-history.ts';

/** A script that uses a key, before and after renaming it; shown as a preview. */
interface KeyUse {
  /** The id and label of the script's widget. */
  readonly id: string;
  readonly name: string;
  /** Its JSON pointer in the widget. */
  readonly place: string;
  readonly kind: ScriptKind;
  readonly before: string;
  readonly after: string;
}

/** The edit that renames a key and all its uses, or the reason why the key is not possible. */
export type RenameResult = { readonly edit: Edit; readonly uses: readonly KeyUse[] } | { readonly rejected: string };

/**
 * Renames a widget's key and all its uses in scripts (refactoring, design 7). Rejected if the name is taken, if another
 * field of that name would shadow this one for a script, or if this one would shadow another.
 */
export function renameKey(design: Design, id: string, to: string): RenameResult {
  const found = findWidget(design, id);
  const container = parentOf(found);
  if (!container) return { rejected: 'The form itself has no key' };
  const fault = keyError(to);
  if (fault) return { rejected: fault };
  if (keysAround(design, container.widget.id, id).has(to)) return { rejected: `The key ${to} is already used here` };
  const form = readFormWithoutScripts(serializeDesign(design));
  const widget = form.widgets.find((each) => each.id === id);
  const steps: DesignStep[] = [{ do: 'set', id, part: 'meta', key: 'key', value: to }];
  const name = `Rename ${found.widget.meta.key || 'a key'} to ${to}`;
  steps.push(...totalSteps(form, new Map([[id, to]])));
  if (!widget || widget.type === 'broken' || widget.key === '') return { edit: { name, steps }, uses: [] };
  const uses = usesOf(form, widget, { to });
  if ('rejected' in uses) return uses;
  return { edit: { name, steps: [...steps, ...stepsFor(design, uses)] }, uses };
}

/**
 * Fast path of `renameKey` for typing in large forms: the edit that renames a key to a free one, if no script contains
 * either name; else undefined.
 */
export function renameUnusedKey(design: Design, id: string, to: string): RenameResult | undefined {
  const key = keyOf(findWidget(design, id).widget);
  const names = [key, to];
  for (const { widget } of widgetsIn(design.root)) {
    if (scriptSources(widget).some(({ source }) => names.some((name) => source.includes(name)))) return undefined;
  }
  const steps: DesignStep[] = [{ do: 'set', id, part: 'meta', key: 'key', value: to }];
  return { edit: { name: `Rename ${key} to ${to}`, steps }, uses: [] };
}

/**
 * Renames several keys at once, by widget id, with all their uses. The new keys must be free for all scripts; rejected
 * if a script already uses such a name for something else.
 */
export function renameKeys(design: Design, keys: ReadonlyMap<string, string>): Design | { readonly rejected: string } {
  const form = readFormWithoutScripts(serializeDesign(design));
  const steps: DesignStep[] = [];
  const rewritten = new Map<string, KeyUse>();
  for (const widget of form.widgets) {
    const to = keys.get(widget.id);
    if (to === undefined) continue;
    steps.push({ do: 'set', id: widget.id, part: 'meta', key: 'key', value: to });
    // Of two widgets with one key, scripts read the first.
    if (widget.type === 'broken' || widget.scope.owners.get(widget.key) !== widget) continue;
    const uses = usesOf(form, widget, { to, rewritten });
    if ('rejected' in uses) return uses;
    for (const use of uses) rewritten.set(scriptName(use), use);
  }
  steps.push(...totalSteps(form, keys));
  return applySteps(design, [...steps, ...stepsFor(design, [...rewritten.values()])]).design;
}

/** The steps that rename columns in the totals of tables, by widget id. */
function totalSteps(form: Form, keys: ReadonlyMap<string, string>): DesignStep[] {
  return form.widgets.flatMap((table): DesignStep[] => {
    if (table.type !== 'table') return [];
    const { totals } = table.config;
    const value = totals.map((total) => {
      const to = keys.get(table.inner.owners.get(total.column)?.id ?? '');
      return to === undefined ? total : { ...total, column: to };
    });
    const isChanged = value.some((total, index) => total !== totals[index]);
    return isChanged ? [{ do: 'set', id: table.id, part: 'config', key: 'totals', value }] : [];
  });
}

const scriptName = ({ id, place }: Pick<KeyUse, 'id' | 'place'>) => `${id} ${place}`;

interface NewName {
  to: string;
  /** Scripts that earlier renames of the same call have changed. */
  rewritten?: ReadonlyMap<string, KeyUse>;
}

function usesOf(form: Form, target: ValidWidget, { to, rewritten }: NewName): KeyUse[] | { rejected: string } {
  const uses: KeyUse[] = [];
  const isInside = (reader: ValidWidget) => stepsBetween(target.scope, scopeFor(reader)) !== null;
  for (const widget of form.widgets) {
    if (widget.type === 'broken') continue;
    const sources = sourcesOf(widget);
    if (sources.length === 0) continue;
    const paths = pathsTo(target, scopeFor(widget));
    for (const { place, kind, source: written } of sources) {
      const source = rewritten?.get(scriptName({ id: widget.id, place }))?.after ?? written;
      const after = renameInSource(source, paths, to);
      if (typeof after !== 'string') return { rejected: `${widgetName(widget)}: ${after.rejected}` };
      const other = nearestOwner(to, scopeFor(widget));
      const isNearer = other && stepsBetween(target.scope, other.scope) !== null;
      if (other && after !== source && isNearer)
        return { rejected: `${widgetName(widget)} would use ${widgetName(other.owner)} instead, which is nearer` };
      if (other && !isNearer && isInside(widget) && renameInSource(source, [[to]], `${to}_`) !== source)
        return {
          rejected: `${widgetName(widget)} uses ${widgetName(other.owner)} as ${to}, and would use this field instead`,
        };
      if (after === source) continue;
      uses.push({ id: widget.id, name: widgetName(widget), place, kind, before: source, after });
    }
  }
  return uses;
}

function renameInSource(source: string, paths: readonly string[][], to: string): string | { rejected: string } {
  try {
    // Parsing a script is much slower than searching it for a word, so skip those without the key.
    const relevant = paths.filter((path) => source.includes(path.at(-1) ?? ''));
    return relevant.reduce((now, path) => rename(now, path, to), source);
  } catch (error) {
    if (error instanceof RangeError) return { rejected: error.message };
    throw error;
  }
}

/**
 * The paths by which scripts of a scope can read a widget: its key from its own scope or an inner one, and a path from
 * each outer scope.
 */
function pathsTo({ scope: own, key }: ValidWidget, from: FormScope): string[][] {
  const paths: string[][] = [];
  for (let around: FormScope | null = from; around; around = around.parent) {
    const inside = stepsBetween(around, own);
    if (!inside) continue;
    const path = [...inside, key];
    if (nearestOwner(path[0] ?? '', from)?.scope === around) paths.push(path);
  }
  return paths;
}

/** The keys from one scope to a scope inside it; null if it is not inside. */
function stepsBetween(outer: FormScope, inner: FormScope): string[] | null {
  for (let each: FormScope | null = inner; each; each = each.parent)
    if (each === outer) return inner.keys.slice(outer.keys.length);
  return null;
}

const sourcesOf = (widget: AnyWidget) => (widget.type === 'broken' ? [] : scriptSources(widget));

/** The steps that rewrite scripts; one property of a widget may contain several of them. */
function stepsFor(design: Design, uses: readonly KeyUse[]): DesignStep[] {
  const steps = new Map<string, Extract<DesignStep, { do: 'set' }>>();
  for (const { id, place, after } of uses) {
    const [part, key = '', ...inner] = keysOf(place);
    const name = `${id} ${part} ${key}`;
    const whole = steps.get(name)?.value ?? findWidget(design, id).widget.config[key];
    const value = withValueUnder(whole, inner, after);
    steps.set(name, { do: 'set', id, part: part === 'meta' ? part : 'config', key, value });
  }
  return [...steps.values()];
}

/** A copy of a JSON value in which the value at these keys is replaced. */
function withValueUnder(whole: unknown, [key, ...inner]: readonly string[], value: unknown): unknown {
  if (key === undefined) return value;
  if (Array.isArray(whole)) return whole.with(Number(key), withValueUnder(whole[Number(key)], inner, value));
  const object = isRecord(whole) ? whole : {};
  return { ...object, [key]: withValueUnder(object[key], inner, value) };
}
