import { fullBudget } from '../forms/filling/budget.ts';
import { createFilling } from '../forms/filling/filling.ts';
import { rowsOfWidget } from '../forms/filling/places.ts';
import { objectIn, type Row } from '../forms/filling/row.ts';
import type { FormContext, FormScope, FormValues, Form as ReadForm, ValidWidget } from '../forms/form.ts';
import { widgetKinds } from '../forms/kinds/kinds.ts';
import type { Script } from '../forms/script.ts';
import type { WidgetType } from '../generated/widgets.ts';

/** A calculated number that has no value while one of its inputs is empty. */
export interface UnansweredInput {
  calculated: ValidWidget;
  input: ValidWidget;
  /** The input's name in the expression, such as `$line.rate`. */
  name: string;
}

/**
 * Lint: finds calculated numbers that become null while one of their inputs is empty. Runs each expression on a fully
 * answered form, and again with each input emptied. All runs share the step budget of one form.
 */
export function findUnansweredInputs(form: ReadForm): UnansweredInput[] {
  // No script runs by itself: nothing is hidden, and calculated fields have sample values, too.
  const { top } = createFilling({ ...form, order: [] }, sampleOf(form.scope), context, { calculation: 'none' });
  const budget = fullBudget();
  const becomesNothing = (script: Script): boolean => {
    const [row] = rowsOfWidget(script.widget, top, 0);
    if (!row || budget.left <= 0) return false;
    const { value, failure } = script.runner.initialValue(script, { row, context, budget });
    return failure === null && (value ?? null) === null;
  };
  return form.scripts.flatMap(({ initial }) => {
    const { widget: calculated } = initial ?? {};
    if (!initial || !calculated || calculated.type !== 'number_input' || !calculated.isLocked) return [];
    const inputs = initial.reads.map(({ widget }) => widget).filter(mayBeUnanswered);
    if (inputs.length === 0 || becomesNothing(initial)) return [];
    return inputs
      .filter((input) => without(input, top, () => becomesNothing(initial)))
      .map((input) => ({ calculated, input, name: nameIn(initial.source, input.key) }));
  });
}

/** A calculated input cannot be left empty by a person; its own calculation is checked separately. */
function mayBeUnanswered({ type, config, isLocked }: ValidWidget): boolean {
  return widgetKinds[type].holds === 'value' && !isLocked && (config.required || config.emptyUntilAnswered);
}

/** Runs `work` while a field is empty in all rows. */
function without<T>(field: ValidWidget, top: Row, work: () => T): T {
  const { scope, key } = field;
  const views = rowsOfWidget(field, top, 0)
    .map((row) => objectIn(row.view, scope))
    .filter((view) => view !== undefined);
  const answers = views.map((view) => view[key]);
  for (const view of views) view[key] = null;
  const result = work();
  for (const [index, view] of views.entries()) view[key] = answers[index];
  return result;
}

function nameIn(source: string, key: string): string {
  const found = new RegExp(`\\$(?:\\w+\\.)*${key}\\b`).exec(source);
  return found?.[0] ?? `$${key}`;
}

/** Sample data in which each field is answered and each list has one row. */
function sampleOf({ owners }: FormScope): FormValues {
  return Object.fromEntries(
    [...owners].map(([key, widget]) => {
      const { holds } = widgetKinds[widget.type];
      if (holds === 'rows') return [key, [{ _id: key, ...sampleOf(widget.inner) }]];
      return [key, holds === 'value' ? answerTo(widget) : sampleOf(widget.inner)];
    }),
  );
}

const answerTo = (widget: ValidWidget): unknown => {
  const [option] = 'options' in widget.config ? widget.config.options : [];
  return answers[widget.type]?.(option?.value ?? '') ?? null;
};

/** A sample answer for each type; for a choice, its first option. */
const answers: Partial<Record<WidgetType, (option: string) => unknown>> = {
  text_input: () => '7',
  password_input: () => '7',
  number_input: () => 7,
  date_input: () => '2026-01-05',
  time_input: () => '09:00',
  tags_input: () => ['7'],
  checkbox: () => true,
  select: (option) => option,
  radio: (option) => option,
  checkboxes: (option) => [option],
  multiple_select: (option) => [option],
};

const someone = { id: '', name: 'Somebody', email: 'somebody@example.com' };
const context: FormContext = {
  ...{ now: new Date('2026-01-01T12:00:00Z'), zone: 'utc', client: someone, user: someone, channel: someone },
  ...{ order: { status: 'DRAFT', submissionDate: null }, idOf: () => '' },
};
