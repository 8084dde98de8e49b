import { rowsOfWidget } from '../forms/filling/places.ts';
import type { Form as ReadForm, ValidWidget } from '../forms/form.ts';
import { widgetKinds } from '../forms/kinds/kinds.ts';
import type { Script } from '../forms/script.ts';
import { totalFault } from '../forms/table-totals.ts';
import { widgetAtPath } from '../forms/widget-at-path.ts';
import type { Form } from '../generated/types.ts';
import { keyInWords } from '../texts/key-in-words.ts';
import { isDay } from '../typed-values/parse-date.ts';
import { createSample, type FormWarning, type Sample, withAnswers } from './lint-samples.ts';
import { conditionWarnings, mismatchWarnings } from './lint-scripts.ts';
import { capitalized, nameAtStart, propertyWords, qualifiedName } from './widget-names.ts';

/**
 * Lints a form: warns about what is valid but probably a mistake, such as fields that nobody can reach or fill in,
 * duplicate options, missing labels (accessibility) and table columns without a field.
 */
export function lintForm(form: ReadForm, tableColumns: Form['tableColumns'] = []): FormWarning[] {
  const widgets = form.widgets.filter((widget): widget is ValidWidget => widget.type !== 'broken');
  const ofWidgets = widgets.flatMap((widget) =>
    [
      ...unreachable(widget),
      ...limitFaults(widget),
      ...unanswerable(widget),
      ...optionFaults(widget),
      ...totalFaults(widget),
      ...labelFaults(widget),
    ].map(
      ({ place, message }): FormWarning => ({ path: `/formSchema${widget.place}${place}`, widget: widget.id, message }),
    ),
  );
  const sample = createSample(form);
  return [
    ...ofWidgets,
    ...conditionWarnings(form, sample),
    ...mismatchWarnings(form, sample),
    ...emptyTotals(form, sample),
    ...doubledLabels(widgets),
    ...columnFaults(form, tableColumns),
  ];
}

interface Fault {
  /** A JSON pointer within the widget. */
  place: string;
  message: string;
}

const holdsSomething = ({ type }: ValidWidget): boolean => ['value', 'rows'].includes(widgetKinds[type].holds);

function unreachable(widget: ValidWidget): Fault[] {
  const { key, config, inside, type } = widget;
  const name = nameAtStart(widget);
  const faults: Fault[] = [];
  if (holdsSomething(widget) && key === '')
    faults.push({ place: '/meta', message: `${name} has no key: nothing can be typed in it` });
  if ('maxItems' in config && config.maxItems === 0)
    faults.push({ place: '/config/maxItems', message: `${name} cannot have any rows` });
  if (type === 'table' && config.presentation === 'matrix' && config.rowTitles.length === 0 && !config.initialValue)
    faults.push({ place: '/config/rowTitles', message: `${name} is a matrix without row titles` });
  const isEmpty = inside.every((each) => each.type === 'container' && each.inside.length === 0);
  if (['collection', 'table', 'modal'].includes(type) && isEmpty)
    faults.push({ place: '', message: `${name} contains no fields` });
  return faults;
}

/** The limits that must not cross: of numbers, or of dates as text. */
const limits = [
  ['minValue', 'maxValue'],
  ['minItems', 'maxItems'],
  ['minLength', 'maxLength'],
  ['minDate', 'maxDate'],
] as const;

/** A minimum above its maximum, so that no value is possible. */
function limitFaults(widget: ValidWidget): Fault[] {
  return limits.flatMap(([low, high]) => {
    const [min, max]: unknown[] = [Reflect.get(widget.config, low), Reflect.get(widget.config, high)];
    const isCrossed =
      (typeof min === 'number' && typeof max === 'number' && min > max) ||
      // A limit may also be an expression, which is unknown until it runs.
      (typeof min === 'string' && typeof max === 'string' && isDay(min) && isDay(max) && min > max);
    const noun = capitalized(propertyWords[low] ?? keyInWords(low));
    const message = `${noun} of ${qualifiedName(widget)} (${String(min)}) is above the maximum (${String(max)})`;
    // A list without rows is reported as such.
    return isCrossed && !(high === 'maxItems' && max === 0) ? [{ place: `/config/${low}`, message }] : [];
  });
}

/** A required field that nobody can fill in. */
function unanswerable(widget: ValidWidget): Fault[] {
  const { config, isLocked, isSpared } = widget;
  const mustAnswer = config.required && isLocked && !isSpared && holdsSomething(widget);
  if (!mustAnswer || config.initialValue) return [];
  return [{ place: '/config/required', message: `${nameAtStart(widget)} is required, but cannot be filled in` }];
}

function optionFaults(widget: ValidWidget): Fault[] {
  if (!('options' in widget.config)) return [];
  const { options, required } = widget.config;
  // They come from a stored list when the form is filled in.
  if (Reflect.get(widget.config, 'optionsFrom')) return [];
  const fault = (message: string): Fault => ({ place: '/config/options', message });
  const start = required ? `${nameAtStart(widget)} is required, but` : nameAtStart(widget);
  if (options.length === 0) return [fault(`${start} has no options to choose from`)];
  const name = qualifiedName(widget);
  const labels = options.map(({ label, value }) => String(label || value).trim());
  return [
    ...doubledIn(labels).map((label) => fault(`Two options of ${name} read “${label}”`)),
    ...doubledIn(options.map(({ value }) => value)).map((value) =>
      fault(`Two options of ${name} have the value “${value}”`),
    ),
  ];
}

const doubledIn = (texts: readonly string[]): string[] => [
  ...new Set(texts.filter((text, index) => texts.indexOf(text) !== index)),
];

/** Totals of a table that cannot be shown. */
function totalFaults(widget: ValidWidget): Fault[] {
  if (widget.type !== 'table') return [];
  return widget.config.totals.flatMap((total, index) => {
    const fault = totalFault(widget, total);
    return fault ? [{ place: `/config/totals/${index}/column`, message: `${nameAtStart(widget)} ${fault}` }] : [];
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
      message: `${nameAtStart(widget)} has no label, which screen readers need`,
    },
  ];
}

/** Calculated numbers that become empty because an input is empty; their expressions need a default for it. */
function emptyTotals(form: ReadForm, sample: Sample): FormWarning[] {
  return findUnansweredInputs(form, sample).map(({ calculated, input, name }) => {
    const fix =
      input.type === 'number_input'
        ? `write (${name} or 0)`
        : `handle the missing value, as in if ${name} { … } else { 0 }`;
    return {
      path: `/formSchema${calculated.place}/config/initialValue/value`,
      widget: calculated.id,
      message: `${nameAtStart(calculated)} has no value while ${input.key} is unanswered: ${fix}`,
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
function findUnansweredInputs(form: ReadForm, sample: Sample): UnansweredInput[] {
  const { top, context, budget } = sample;
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
      .filter((input) => withAnswers(sample, [[input, null]], () => becomesNothing(initial)))
      .map((input) => ({ calculated, input, name: nameIn(initial.source, input.key) }));
  });
}

/** A calculated input cannot be left empty by a person; its own calculation is checked separately. */
function mayBeUnanswered({ type, config, isLocked }: ValidWidget): boolean {
  return widgetKinds[type].holds === 'value' && !isLocked && (config.required || config.emptyUntilAnswered);
}

function nameIn(source: string, key: string): string {
  const found = new RegExp(`\\$(?:\\w+\\.)*${key}\\b`).exec(source);
  return found?.[0] ?? `$${key}`;
}
