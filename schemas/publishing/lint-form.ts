import type { Form as ReadForm, ValidWidget } from '../forms/form.ts';
import { widgetKinds } from '../forms/kinds/kinds.ts';
import { widgetName } from '../forms/name-of.ts';
import { widgetAtPath } from '../forms/widget-at-path.ts';
import type { Form } from '../generated/types.ts';
import { findUnansweredInputs } from './unanswered-inputs.ts';

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
    [...unreachable(form, widget), ...unanswerable(widget), ...optionFaults(widget), ...labelFaults(widget)].map(
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
