import { rename } from '#grammar/index.ts';
import type { AnyWidget, Form, Scope, SoundWidget } from '../forms/form.ts';
import { keyFault } from '../forms/key-fault.ts';
import { nameOf } from '../forms/name-of.ts';
import { readFormAhead } from '../forms/read-form-ahead.ts';
import { nearestOwner } from '../forms/reads.ts';
import { scopeFor } from '../forms/scope-for.ts';
import { type Design, formSchemaOf } from './design.ts';
import type { Edit } from './history.ts';
import { keysAround } from './keys.ts';
import { type Step, takeSteps } from './steps.ts';
import { findWidget, outside } from './tree.ts';

/** A script that reads a key, before and after its renaming: what is shown before it is done. */
export interface Use {
  /** The widget whose script it is, by its id and as a person knows it. */
  readonly id: string;
  readonly name: string;
  readonly script: 'conditionalScript' | 'validationScript' | 'initialValue';
  readonly before: string;
  readonly after: string;
}

/** The edit that gives a widget another key wherever scripts read it, with each of them; or why it can not have that key. */
export type Renaming = { readonly edit: Edit; readonly uses: readonly Use[] } | { readonly refused: string };

/**
 * Renames a key with all that reads it (design 7). Refused where another field has the name, or would be read in the
 * field's place by a script nearer to it, or where a script calls something else so.
 */
export function renameKey(design: Design, id: string, to: string): Renaming {
  const found = findWidget(design, id);
  const container = outside(found);
  if (!container) return { refused: 'The whole form has no key' };
  const fault = keyFault(to);
  if (fault) return { refused: fault };
  if (keysAround(design, container.widget.id, id).has(to)) return { refused: `The key ${to} is already used here` };
  const form = readFormAhead(formSchemaOf(design));
  const widget = form.widgets.find((each) => each.id === id);
  const steps: Step[] = [{ do: 'set', id, part: 'meta', key: 'key', value: to }];
  const name = `Rename ${found.widget.meta.key || 'a key'} to ${to}`;
  if (!widget || widget.type === 'broken' || widget.key === '') return { edit: { name, steps }, uses: [] };
  const uses = usesOf(form, widget, { to });
  if ('refused' in uses) return uses;
  return { edit: { name, steps: [...steps, ...uses.map((use) => stepFor(design, use))] }, uses };
}

/**
 * Gives widgets other keys, by their ids, all at once and with all that reads them. The keys are free wherever a script looks
 * for them; refused where a script calls something else so.
 */
export function withKeys(design: Design, keys: ReadonlyMap<string, string>): Design | { readonly refused: string } {
  const form = readFormAhead(formSchemaOf(design));
  const steps: Step[] = [];
  const rewritten = new Map<string, Use>();
  for (const widget of form.widgets) {
    const to = keys.get(widget.id);
    if (to === undefined) continue;
    steps.push({ do: 'set', id: widget.id, part: 'meta', key: 'key', value: to });
    // Of two with one key it is the first that scripts read.
    if (widget.type === 'broken' || widget.scope.owners.get(widget.key) !== widget) continue;
    const uses = usesOf(form, widget, { to, rewritten });
    if ('refused' in uses) return uses;
    for (const use of uses) rewritten.set(scriptName(use), use);
  }
  return takeSteps(design, [...steps, ...[...rewritten.values()].map((use) => stepFor(design, use))]).design;
}

const scriptName = ({ id, script }: Pick<Use, 'id' | 'script'>) => `${id} ${script}`;

interface NewName {
  to: string;
  /** Scripts as others that are renamed with it have them by now. */
  rewritten?: ReadonlyMap<string, Use>;
}

function usesOf(form: Form, renamed: SoundWidget, { to, rewritten }: NewName): Use[] | { refused: string } {
  const uses: Use[] = [];
  const isInside = (reader: SoundWidget) => stepsBetween(renamed.scope, scopeFor(reader)) !== null;
  for (const widget of form.widgets) {
    if (widget.type === 'broken') continue;
    const sources = sourcesOf(widget);
    if (sources.length === 0) continue;
    const paths = pathsTo(renamed, scopeFor(widget));
    for (const { script, source: written } of sources) {
      const source = rewritten?.get(scriptName({ id: widget.id, script }))?.after ?? written;
      const after = renamedIn(source, paths, to);
      if (typeof after !== 'string') return { refused: `${nameOf(widget)}: ${after.refused}` };
      const other = nearestOwner(to, scopeFor(widget));
      const isNearer = other && stepsBetween(renamed.scope, other.scope) !== null;
      if (other && after !== source && isNearer)
        return { refused: `${nameOf(widget)} would read ${nameOf(other.owner)} instead: it is nearer` };
      if (other && !isNearer && isInside(widget) && renamedIn(source, [[to]], `${to}_`) !== source)
        return {
          refused: `${nameOf(widget)} reads ${nameOf(other.owner)} as ${to}, and would read this field instead`,
        };
      if (after === source) continue;
      uses.push({ id: widget.id, name: nameOf(widget), script, before: source, after });
    }
  }
  return uses;
}

function renamedIn(source: string, paths: readonly string[][], to: string): string | { refused: string } {
  try {
    // To read a script costs much more than to look for a word in it.
    const meant = paths.filter((path) => source.includes(path.at(-1) ?? ''));
    return meant.reduce((now, path) => rename(now, path, to), source);
  } catch (error) {
    if (error instanceof RangeError) return { refused: error.message };
    throw error;
  }
}

/** How scripts of a scope read a widget: by its key from its own scope or one in it, by a path from each scope around that. */
function pathsTo({ scope: own, key }: SoundWidget, from: Scope): string[][] {
  const paths: string[][] = [];
  for (let around: Scope | null = from; around; around = around.parent) {
    const inside = stepsBetween(around, own);
    if (!inside) continue;
    const path = [...inside, key];
    if (nearestOwner(path[0] ?? '', from)?.scope === around) paths.push(path);
  }
  return paths;
}

/** The keys from one scope to one inside it; null where it is not inside. */
function stepsBetween(outer: Scope, inner: Scope): string[] | null {
  for (let each: Scope | null = inner; each; each = each.parent)
    if (each === outer) return inner.keys.slice(outer.keys.length);
  return null;
}

function sourcesOf(widget: AnyWidget): { script: Use['script']; source: string }[] {
  if (widget.type === 'broken') return [];
  const { conditionalScript, validationScript } = widget.meta;
  const { initialValue } = widget.config;
  const expression = initialValue && !initialValue.static ? initialValue.value : '';
  const all = [
    { script: 'conditionalScript', source: conditionalScript },
    { script: 'validationScript', source: validationScript },
    { script: 'initialValue', source: typeof expression === 'string' ? expression : '' },
  ] as const;
  return all.filter(({ source }) => source.trim() !== '');
}

function stepFor(design: Design, { id, script, after }: Use): Step {
  if (script !== 'initialValue') return { do: 'set', id, part: 'meta', key: script, value: after };
  const before = findWidget(design, id).widget.config.initialValue;
  return { do: 'set', id, part: 'config', key: script, value: { ...Object(before), value: after } };
}
