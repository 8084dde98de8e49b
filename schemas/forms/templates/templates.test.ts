import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { testContext } from '#tests/forms/form-builders.ts';
import { initialValues } from '../fill.ts';
import { createFilling } from '../filling/filling.ts';
import { objectIn, type Row } from '../filling/row.ts';
import { walk } from '../filling/walk.ts';
import type { Form, FormValues, ValidWidget } from '../form.ts';
import { widgetKinds } from '../kinds/kinds.ts';
import { readForm } from '../read-form.ts';

const folder = new URL('.', import.meta.url);
const templates = readdirSync(folder)
  .filter((name) => name.endsWith('.json'))
  .map((name): [string, Form] => [name, readForm(JSON.parse(readFileSync(new URL(name, folder), 'utf8')).formSchema)]);

/** Each value field with the first row that contains it; lists without rows get one. */
function fieldsOf(form: Form): { widget: ValidWidget; row: Row; filling: ReturnType<typeof createFilling> }[] {
  return form.widgets.flatMap((widget) => {
    if (widget.type === 'broken' || widget.key === '' || widgetKinds[widget.type].holds !== 'value') return [];
    const filling = openFilling(form);
    const found: { widget: ValidWidget; row: Row; filling: typeof filling }[] = [];
    walk(form.root, filling.top, (each, row) => {
      if (each === widget) found.push({ widget, row, filling });
      return true;
    });
    return found.slice(0, 1);
  });
}

function openFilling(form: Form) {
  const context = testContext();
  const filling = createFilling(form, initialValues(form, context), context, { calculation: 'untyped' });
  for (const widget of form.widgets)
    if (widget.type === 'collection' || widget.type === 'table') filling.addRow(widget, filling.top);
  return filling;
}

const answers: Partial<Record<ValidWidget['type'], readonly unknown[]>> = {
  text_input: ['https://client.example'],
  password_input: ['secret'],
  number_input: [0, 1, 7],
  date_input: ['2024-07-01'],
  time_input: ['09:30'],
  tags_input: [['spring']],
  checkbox: [true, false],
};

const answersTo = ({ type, config }: ValidWidget): readonly unknown[] => {
  const options = 'options' in config ? config.options.map(({ value }) => value) : [];
  if (type === 'radio' || type === 'select') return options;
  if (type === 'checkboxes' || type === 'multiple_select') return [options];
  return answers[type] ?? [{ id: 'a'.repeat(24), name: 'logo.png', mimeType: 'image/png' }];
};

/** The calculated numbers that are empty, with their keys. */
function emptyTotals({ form, top }: ReturnType<typeof createFilling>): string[] {
  const empty: string[] = [];
  walk(form.root, top, (widget, row) => {
    if (widget.type !== 'number_input' || !widget.isLocked || !form.scripts[widget.number]?.initial) return true;
    const value = objectIn(row.data, widget.scope)?.[widget.key];
    if (typeof value !== 'number') empty.push(`${widget.key} is ${JSON.stringify(value)}`);
    return true;
  });
  return empty;
}

describe.each(templates)('the template %s', (_, form) => {
  const fields = fieldsOf(form);
  const editable = fields.filter(({ widget }) => !widget.isLocked);

  it('has no value before somebody answers', () => {
    expect(fields.filter(({ widget }) => !widget.config.emptyUntilAnswered)).toEqual([]);
    const ownAnswers = (data: FormValues): unknown[] =>
      Object.entries(data).flatMap(([key, value]) => {
        const owner = form.scope.owners.get(key);
        const isOwn = owner && widgetKinds[owner.type].holds === 'value' && !owner.config.initialValue;
        return isOwn ? [[key, value]] : [];
      });
    expect(ownAnswers(initialValues(form, testContext()))).toEqual([]);
  });

  it('has a value for every total while nothing is answered', () => {
    expect(emptyTotals(openFilling(form))).toEqual([]);
  });

  it('has a value for every total with any one answer, and after it is removed', () => {
    expect(editable.length).toBeGreaterThan(10);
    for (const { widget, row, filling } of editable) {
      for (const answer of answersTo(widget)) {
        filling.set(widget, row, answer);
        expect([widget.key, answer, ...emptyTotals(filling)]).toEqual([widget.key, answer]);
      }
      filling.set(widget, row, undefined);
      expect([widget.key, ...emptyTotals(filling)]).toEqual([widget.key]);
    }
  });
});
