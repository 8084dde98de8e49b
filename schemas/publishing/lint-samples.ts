import { type Budget, fullBudget } from '../forms/filling/budget.ts';
import { createFilling } from '../forms/filling/filling.ts';
import { rowsOfWidget } from '../forms/filling/places.ts';
import { objectIn, type Row } from '../forms/filling/row.ts';
import type { FormContext, FormScope, FormValues, Form as ReadForm, ValidWidget } from '../forms/form.ts';
import { widgetKinds } from '../forms/kinds/kinds.ts';
import type { WidgetType } from '../generated/widgets.ts';

/** A lint warning for the author of a form. Unlike a problem it does not block publishing. */
export interface FormWarning {
  /** A JSON pointer into the form: `/formSchema/root/…` or `/tableColumns/0/path`. */
  path: string;
  /** The id of the widget concerned; '' if there is none. */
  widget: string;
  message: string;
}

/** A form filled with sample data on which its scripts are tried out. */
export interface Sample {
  top: Row;
  context: FormContext;
  /** All runs on the sample share it. */
  budget: Budget;
}

/** Fills a form: each field is answered, each list has one row. No script has run, so nothing is hidden. */
export function createSample(form: ReadForm): Sample {
  const { top } = createFilling({ ...form, order: [] }, sampleOf(form.scope), context, { calculation: 'none' });
  return { top, context, budget: fullBudget() };
}

/** Runs `work` while fields have other answers, in all rows. */
export function withAnswers<T>({ top }: Sample, answers: Iterable<readonly [ValidWidget, unknown]>, work: () => T): T {
  const restores: (() => void)[] = [];
  for (const [widget, answer] of answers) {
    const { scope, key } = widget;
    for (const row of rowsOfWidget(widget, top, 0)) {
      const view = objectIn(row.view, scope);
      if (!view) continue;
      const before = view[key];
      view[key] = answer;
      restores.push(() => {
        view[key] = before;
      });
    }
  }
  const result = work();
  for (const restore of restores.toReversed()) restore();
  return result;
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
