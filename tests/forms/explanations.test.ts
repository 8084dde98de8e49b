import { describe, expect, it } from 'vitest';
import { createFilling } from '#schemas/forms/filling/filling.ts';
import type { FormValues } from '#schemas/forms/form.ts';
import { isRecord } from '#schemas/forms/is-record.ts';
import { explainHidden, explainRejection } from '#schemas/forms/why/explain.ts';
import { hiddenFields } from '#schemas/forms/why/hidden-fields.ts';
import { readCases } from '../rules/case.ts';
import { collection, formOf, testContext, widget } from './form-builders.ts';

const cases = readCases().flatMap(({ name, source, input }) => (isRecord(input) ? [{ name, source, input }] : []));
const context = testContext();

describe('explaining a script of a form, for every case of the rules language', () => {
  it.each(cases)('$name takes at most ten sentences', ({ source, input }) => {
    const explanations = [...hidden(source, input), ...rejected(source, input)];
    for (const sentences of explanations) {
      expect(sentences.length).toBeGreaterThan(0);
      expect(sentences.length).toBeLessThanOrEqual(10);
      expect(sentences.join(' ')).not.toMatch(/undefined|\[object|NaN/);
    }
  });
});

function hidden(source: string, input: FormValues): string[][] {
  const form = formOf(...fieldsFor(input), widget('text_input', 'extra_', {}, { conditionalScript: source }));
  const { top } = createFilling(form, input, context, { calculation: 'none' });
  return hiddenFields(form, top).map((field) => explainHidden(field, context));
}

function rejected(source: string, input: FormValues): string[][] {
  const form = formOf(...fieldsFor(input), widget('text_input', 'extra_', {}, { validationScript: source }));
  const filling = createFilling(form, input, context, { calculation: 'none' });
  const script = form.scripts.find(({ validation }) => validation)?.validation;
  if (!script) return [];
  return filling
    .problems()
    .map(({ path, message }) => explainRejection({ script, row: filling.top, path, message }, context));
}

/** A field for each key, with a type that accepts its value. */
function fieldsFor(input: FormValues): unknown[] {
  return Object.entries(input).map(([key, value]) => {
    if (typeof value === 'number') return widget('number_input', key);
    if (typeof value === 'boolean') return widget('checkbox', key);
    if (!Array.isArray(value)) return widget('text_input', key);
    const [first] = value;
    return isRecord(first) ? collection(key, fieldsFor(first)) : widget('tags_input', key);
  });
}
