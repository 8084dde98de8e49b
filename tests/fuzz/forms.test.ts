import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createFormStore } from '#portal/forms/store/createFormStore.ts';
import { checkFormSchema } from '#schemas/forms/check-form-schema.ts';
import { fill } from '#schemas/forms/fill.ts';
import type { Row } from '#schemas/forms/filling/row.ts';
import type { Form, FormValues, Problem } from '#schemas/forms/form.ts';
import { excessOf } from '#schemas/forms/form-size.ts';
import { isRecord } from '#schemas/forms/is-record.ts';
import { normalise, normalOf } from '#schemas/forms/normal-value.ts';
import { keysOf } from '#schemas/forms/pointer.ts';
import { readForm } from '#schemas/forms/read-form.ts';
import { withWidgetIds } from '#schemas/forms/read-form-without-scripts.ts';
import { hiddenFields } from '#schemas/forms/why/hidden-fields.ts';
import { testContext } from '#tests/forms/form-builders.ts';
import { formData, formSchemas } from './form-schemas.ts';
import { cpuSeconds, fuzz, fuzzSeconds, fuzzTimeout } from './fuzz.ts';
import { hostileValues } from './mutate-json.ts';

/**
 * CPU time limit of one form in seconds. Its scripts share a million steps per run, and each form is filled about six
 * times.
 */
const maxSeconds = 30;

const steps = fc.array(fc.record({ at: fc.nat(), value: hostileValues }), { maxLength: 6 });

test('every random form is rejected with problems, or is filled, shown and validated without an exception', {
  timeout: fuzzTimeout,
}, async () => {
  const counts = { sound: 0 };
  const property = fc.property(formSchemas, formData, steps, (formSchema, data, typed) => {
    const began = cpuSeconds();
    const problems = checkFormSchema(formSchema);
    expectPlaces(formSchema, problems);
    expect(checkFormSchema(JSON.parse(JSON.stringify(formSchema)))).toEqual(problems);
    // Forms stored under older, looser rules must still be filled; too large ones were never stored.
    if (excessOf(formSchema) || !isRecord(data)) return;
    const form = readForm(formSchema);
    expectFilled(form, data);
    expectShown(form, data, typed);
    if (problems.length === 0) {
      counts.sound += 1;
      expectIds(formSchema);
    }
    expect(cpuSeconds() - began).toBeLessThan(maxSeconds);
  });
  await fuzz('forms', property);
  // Guard: otherwise most of the checks would have run on forms that cannot be saved. 50 in a minute.
  expect(counts.sound).toBeGreaterThan((50 * fuzzSeconds) / 60);
});

/** Each problem has a message and a path to an existing place, or to the parent of a missing one. */
function expectPlaces(formSchema: unknown, problems: Problem[]): void {
  for (const { path, message } of problems) {
    expect(message).not.toBe('');
    const keys = keysOf(path);
    const above = keys.slice(0, -2).reduce<unknown>((value, key) => Reflect.get(Object(value), key), formSchema);
    const isThere = keys.length === 0 || !isRecord(formSchema) || (above !== null && typeof above === 'object');
    expect([path, isThere]).toEqual([path, true]);
  }
}

/** Saves it: normalization is idempotent, and every reported path exists in the data. */
function expectFilled(form: Form, data: FormValues): void {
  for (const as of ['new', 'sent'] as const) {
    const filled = fill(form, { data, as, before: data, isSubmitted: true }, testContext());
    expect(JSON.parse(JSON.stringify(filled.data))).toEqual(filled.data);
    for (const { path, message } of [...filled.problems, ...filled.locked]) {
      expect(message).not.toBe('');
      expect(path === '' || path.startsWith('/')).toBe(true);
    }
  }
  const context = testContext();
  const normal = normalise(form, data, context).data;
  expect(normalise(form, normal, context)).toEqual({ data: normal, normalized: [] });
}

/** Simulates a page: reads each field, types into some, and expects the same result after reopening. */
function expectShown(form: Form, data: FormValues, typed: { at: number; value: unknown }[]): void {
  const context = testContext();
  const values = normalise(form, data, context).data;
  const store = createFormStore({ form, values, context });
  const cells = () =>
    rowsBelow(store.rootRow()).flatMap((row) => [...row.scope.owners.values()].map((widget) => ({ widget, row })));
  for (const { at, value } of typed) {
    const shown = cells();
    for (const { widget, row } of shown) store.cell(widget, row);
    const cell = shown[at % Math.max(1, shown.length)];
    // Fields with children and calculated fields cannot be typed into.
    if (cell && cell.widget.inner === cell.widget.scope && !cell.widget.isLocked)
      // Normalize the value first, as the field's control does.
      store.set(cell.widget, cell.row, normalOf(cell.widget, value, context));
  }
  store.showProblems();
  hiddenFields(store.form, store.rootRow());
  const reopened = createFormStore({ form, values: store.values(), context });
  expect(reopened.problems().map(textOf)).toEqual(store.problems().map(textOf));
}

function rowsBelow(row: Row): Row[] {
  return [row, ...[...(row.lists?.values() ?? [])].flatMap((rows) => rows.flatMap(rowsBelow))];
}

const textOf = ({ path, message }: Problem) => `${path} ${message}`;

/** A saved form has an id for each widget and can be saved again. */
function expectIds(formSchema: unknown): void {
  const saved = withWidgetIds(formSchema, testContext().idOf);
  expect(checkFormSchema(saved)).toEqual([]);
  expect(withWidgetIds(saved, testContext().idOf)).toEqual(saved);
}
