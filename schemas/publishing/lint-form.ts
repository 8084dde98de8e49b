import { fullBudget } from '../forms/filling/budget.ts';
import { createFilling } from '../forms/filling/filling.ts';
import { rowsOfWidget } from '../forms/filling/places.ts';
import { objectIn, type Row } from '../forms/filling/row.ts';
import type { FormContext, FormScope, FormValues, Form as ReadForm, ValidWidget } from '../forms/form.ts';
import { widgetKinds } from '../forms/kinds/kinds.ts';
import { widgetName } from '../forms/name-of.ts';
import type { Script } from '../forms/script.ts';
import { totalFault } from '../forms/table-totals.ts';
import { widgetAtPath } from '../forms/widget-at-path.ts';
import type { Form } from '../generated/types.ts';
import type { WidgetType } from '../generated/widgets.ts';

/** A lint warning for the author of a form. Unlike a problem it does not block publishing. */
export interface FormWarning {
  /** A JSON pointer into the form: `/formSchema/root/…` or `/tableColumns/0/path`. */
  path: string;
  /** The id of the widget concerned; '' if there is none. */
  widget: string;
  message: string;
}

/**
 * Lints a form: warns about what is valid but probably a mistake, such as fields that nobody can reach or fill in,
 * duplicate options, missing labels (accessibility) and table columns without a field.
 */
export function lintForm(form: ReadForm, tableColumns: Form['tableColumns'] = []): FormWarning[] {
  const widgets = form.widgets.filter((widget): widget is ValidWidget => widget.type !== 'broken');
  const ofWidgets = widgets.flatMap((widget) =>
    [
      ...unreachable(form, widget),
      ...unanswerable(widget),
      ...optionFaults(widget),
      ...totalFaults(widget),
      ...labelFaults(widget),
    ].map(
      ({ place, message }): FormWarning => ({ path: `/formSchema${widget.place}${place}`, widget: widget.id, message }),
    ),
  );
  return [...ofWidgets, ...emptyTotals(form), ...doubledLabels(widgets), ...columnFaults(form, tableColumns)];
}

interface Fault {
  /** A JSON pointer within the widget. */
  place: string;
  message: string;
}

const holdsSomething = ({ type }: ValidWidget): boolean => ['value', 'rows'].includes(widgetKinds[type].holds);

function unreachable(form: ReadForm, widget: ValidWidget): Fault[] {
  const { type, key, config, inside } = widget;
  const name = widgetName(widget);
  const faults: Fault[] = [];
  if (holdsSomething(widget) && key === '')
    faults.push({ place: '/meta', message: `${name} has no key: nothing can be typed in it` });
  if (isNeverShown(form, widget))
    faults.push({
      place: '/meta/conditionalScript',
      message: `${name} is never shown: its conditional script is always false`,
    });
  if ('maxItems' in config && config.maxItems === 0)
    faults.push({ place: '/config/maxItems', message: `${name} cannot have any rows` });
  const isEmpty = inside.every((each) => each.type === 'container' && each.inside.length === 0);
  if (['collection', 'table', 'modal'].includes(type) && isEmpty)
    faults.push({ place: '', message: `${name} contains no fields` });
  return faults;
}

function isNeverShown({ scripts }: ReadForm, { number }: ValidWidget): boolean {
  const statements = scripts[number]?.condition?.outline?.().script.statements ?? [];
  const [only] = statements;
  return statements.length === 1 && only?.type === 'constant' && only.value !== true;
}

/** A required field that nobody can fill in. */
function unanswerable(widget: ValidWidget): Fault[] {
  const { config, isLocked, isSpared } = widget;
  const mustAnswer = config.required && isLocked && !isSpared && holdsSomething(widget);
  if (!mustAnswer || config.initialValue) return [];
  return [{ place: '/config/required', message: `${widgetName(widget)} is required, but cannot be filled in` }];
}

function optionFaults(widget: ValidWidget): Fault[] {
  if (!('options' in widget.config)) return [];
  const { options } = widget.config;
  const name = widgetName(widget);
  if (options.length === 0) return [{ place: '/config/options', message: `${name} has no options to choose from` }];
  const labels = options.map(({ label, value }) => String(label || value).trim());
  const doubled = [...new Set(labels.filter((label, index) => labels.indexOf(label) !== index))];
  return doubled.map((label) => ({
    place: '/config/options',
    message: `Two options of ${name} read “${label}”`,
  }));
}

/** Totals of a table that cannot be shown. */
function totalFaults(widget: ValidWidget): Fault[] {
  if (widget.type !== 'table') return [];
  return widget.config.totals.flatMap((total, index) => {
    const fault = totalFault(widget, total);
    return fault ? [{ place: `/config/totals/${index}/column`, message: `${widgetName(widget)} ${fault}` }] : [];
  });
}

/** Fields without a label, which screen readers cannot announce. */
function labelFaults(widget: ValidWidget): Fault[] {
  const { meta, type } = widget;
  const isNamed = holdsSomething(widget) || type === 'modal';
  if (!isNamed || meta.label?.trim()) return [];
  return [
    {
      place: '/meta/label',
      message: `${widgetName(widget)} has no label, which screen readers need`,
    },
  ];
}

/** Calculated numbers that become empty because an input is empty; their expressions need a default for it. */
function emptyTotals(form: ReadForm): FormWarning[] {
  return findUnansweredInputs(form).map(({ calculated, input, name }) => {
    const fix =
      input.type === 'number_input'
        ? `write (${name} or 0)`
        : `handle the missing value, as in if ${name} { … } else { 0 }`;
    return {
      path: `/formSchema${calculated.place}/config/initialValue/value`,
      widget: calculated.id,
      message: `${widgetName(calculated)} has no value while ${input.key} is unanswered: ${fix}`,
    };
  });
}

function doubledLabels(widgets: readonly ValidWidget[]): FormWarning[] {
  const first = new Map<string, ValidWidget>();
  return widgets.flatMap((widget) => {
    const label = widget.meta.label?.trim() ?? '';
    if (!holdsSomething(widget) || label === '') return [];
    const at = `${widget.parent?.number ?? ''} ${label}`;
    const earlier = first.get(at);
    if (!earlier) first.set(at, widget);
    const message = `Another field next to it also has the label “${label}”`;
    return earlier ? [{ path: `/formSchema${widget.place}/meta/label`, widget: widget.id, message }] : [];
  });
}

function columnFaults(form: ReadForm, tableColumns: Form['tableColumns']): FormWarning[] {
  return tableColumns.flatMap(({ path }, index) => {
    const found = widgetAtPath(form, path.split('.'));
    const isValue = found && widgetKinds[found.widget.type].holds === 'value';
    const isSecret = found?.widget.type === 'password_input';
    const message = isSecret
      ? `The table column ${path} is a password, which lists never show`
      : `The table column ${path} is not a field of the form`;
    return isValue && !isSecret ? [] : [{ path: `/tableColumns/${index}/path`, widget: '', message }];
  });
}

/** A calculated number that has no value while one of its inputs is empty. */
interface UnansweredInput {
  calculated: ValidWidget;
  input: ValidWidget;
  /** The input's name in the expression, such as `$line.rate`. */
  name: string;
}

/**
 * Lint: finds calculated numbers that become null while one of their inputs is empty. Runs each expression on a fully
 * answered form, and again with each input emptied. All runs share the step budget of one form.
 */
function findUnansweredInputs(form: ReadForm): UnansweredInput[] {
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
