import type { ImportResult } from '#schemas/designing/imports/imported.ts';
import { fill } from '#schemas/forms/fill.ts';
import { createFilling } from '#schemas/forms/filling/filling.ts';
import { isHiddenHere } from '#schemas/forms/filling/row.ts';
import { walk } from '#schemas/forms/filling/walk.ts';
import { readForm } from '#schemas/forms/read-form.ts';
import type { JsonMap } from '#schemas/generated/types.ts';
import { testContext } from '../form-builders.ts';

/** What a form does with answers: the keys of the hidden and of the rejected fields, and calculated values. */
export interface Outcome {
  hidden: string[];
  rejected: string[];
  values: JsonMap;
}

/** What an imported form does with answers. */
export function outcomeOf(imported: ImportResult, data: JsonMap, calculated: readonly string[]): Outcome {
  const form = readForm(imported.formSchema);
  const filled = fill(form, { data, as: 'sent' }, testContext());
  const filling = createFilling(form, filled.data, testContext(), { calculation: 'all' });
  const shown = new Set<string>();
  const all = new Set<string>();
  walk(form.root, filling.top, (widget) => {
    if (widget.type !== 'broken' && widget.key !== '') all.add(widget.key);
    return true;
  });
  walk(form.root, filling.top, (widget, row) => {
    if (isHiddenHere(widget, row)) return false;
    if (widget.type !== 'broken') shown.add(widget.key);
    return true;
  });
  const hidden = [...all].filter((key) => !shown.has(key)).toSorted();
  const rejected = new Set(filling.problems().map(({ path }) => path.slice(1)));
  const values = filling.data();
  return {
    hidden,
    rejected: [...rejected].toSorted(),
    values: Object.fromEntries(calculated.map((key) => [key, shown.has(key) ? textOfValue(values[key]) : undefined])),
  };
}

/**
 * A value as a text, for comparison: options are texts here, single-line texts have no blanks at their ends, and numbers
 * are decimal.
 */
export function textOfValue(value: unknown): string | undefined {
  if (value === undefined || value === null) return undefined;
  return typeof value === 'number' ? String(Number(value.toPrecision(12))) : String(value).trim();
}

/** A definition without what the import lists as not imported. */
export function withoutListed(survey: JsonMap, listed: readonly { path: string; message: string }[]): JsonMap {
  const copy = structuredClone(survey);
  for (const { path } of listed) {
    const keys = path.split('/').slice(1);
    const last = keys.pop() ?? '';
    const parent = keys.reduce<unknown>((at, key) => Reflect.get(Object(at), key), copy);
    Reflect.deleteProperty(Object(parent), last);
  }
  return copy;
}
