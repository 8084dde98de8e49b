import type { Configs, WidgetType } from '../../generated/widgets.ts';
import { builtInFormats, dayText } from '../../texts/moments.ts';
import { numberText } from '../../texts/number-text.ts';
import { isDay } from '../../typed-values/parse-date.ts';
import { valueForProblem } from '../echoed.ts';
import type { FormContext, Problem, ValidWidget } from '../form.ts';
import type { WidgetKind } from '../kinds/kind.ts';
import { widgetKinds } from '../kinds/kinds.ts';
import { widgetName } from '../name-of.ts';
import { todayOf } from '../normal-value.ts';
import type { Script } from '../script.ts';
import { pathOf, storedValue } from './places.ts';
import { type Row, stateHere } from './row.ts';
import type { Setting } from './run-script.ts';
import { isHidden } from './view.ts';

export const noProblems: readonly Problem[] = [];

/** Validates a widget's value in one row: required, format, the validation script, and scripts that failed. */
export function validateWidget(
  { widget, validation }: { widget: ValidWidget; validation: Script | null },
  setting: Setting,
): readonly Problem[] {
  const { row } = setting;
  const isChecked = validation !== null || row.failures !== null || widget.key !== '';
  if (!isChecked || isHidden(widget, row)) return noProblems;
  const value = storedValue(widget, row) ?? null;
  const problemAt = (message: string): Problem => ({
    path: pathOf(widget, row),
    value: valueForProblem(value),
    message,
  });
  if (isRequired(widget, row) && isMissing(widget, value)) {
    return [problemAt(missingMessage(widget))];
  }
  const formatErrors = [...formatErrorsIn(widget, value, setting.context), ...limitErrors(widget, row, value)];
  const own = row.failures ? failuresOf(widget, row.failures) : [];
  if (formatErrors.length === 0 && own.length === 0 && !validation) return noProblems;
  return [
    ...[...formatErrors, ...own].map(problemAt),
    ...(validation?.runner.validate(validation, setting, problemAt) ?? []),
  ];
}

const missingMessage = (widget: ValidWidget) => `Missing required field: ${widgetName(widget)}`;

/** The messages of problems that do not come from a script: missing or invalid value. */
export const valueProblems = (widget: ValidWidget, value: unknown, context: Clock): string[] => [
  missingMessage(widget),
  ...formatErrorsIn(widget, value, context),
];

const failuresOf = (widget: ValidWidget, failures: ReadonlyMap<Script, string>): string[] =>
  [...failures].filter(([script]) => script.widget === widget).map(([, message]) => message);

/**
 * Whether a widget needs a value here, by its config or its requiredScript: false if a script hides it or a container
 * exempts it (design 7).
 */
export function isRequired(widget: ValidWidget, row: Row): boolean {
  const holds = widgetKinds[widget.type].holds;
  const canBe = widget.key !== '' && (holds === 'value' || holds === 'rows') && !widget.isSpared;
  return canBe && (widget.config.required || stateHere(widget, row).required === true) && !isHidden(widget, row);
}

/** The errors of a value outside of the limits that are expressions, or days of a date. */
export function limitErrors(widget: ValidWidget, row: Row, value: unknown): string[] {
  const { minimum, maximum } = stateHere(widget, row);
  if (widget.type === 'number_input' && typeof value === 'number')
    return [
      ...(typeof minimum === 'number' && value < minimum ? [`At least ${numberText(minimum, widget.config)}`] : []),
      ...(typeof maximum === 'number' && value > maximum ? [`At most ${numberText(maximum, widget.config)}`] : []),
    ];
  if (widget.type !== 'date_input' || typeof value !== 'string' || !isDay(value.slice(0, 10))) return [];
  const [least, most] = [limitText(minimum, widget.config.minDate), limitText(maximum, widget.config.maxDate)];
  return [
    ...(isBefore(value, least) ? [`No earlier than ${limitInWords(least)}`] : []),
    ...(isBefore(most, value) ? [`No later than ${limitInWords(most)}`] : []),
  ];
}

/** The limit of a date: what its expression says, or the day in the config. */
const limitText = (computed: unknown, written: string): string => {
  if (typeof computed === 'string') return computed;
  const day = written.trim();
  return isDay(day) ? day : '';
};

const limitInWords = (limit: string): string =>
  (limit.length > 10 ? builtInFormats['M/d/yy h:mm a'] : undefined)?.(limit) ?? dayText(limit);

/** Compares days, or moments if both have a time. No limit ('') is never before or after. */
function isBefore(one: string, other: string): boolean {
  if (one === '' || other === '') return false;
  const length = Math.min(one.length, other.length);
  return one.slice(0, length) < other.slice(0, length);
}

/**
 * Whether a value counts as missing: absent, blank, an unchecked checkbox that is no yes/no question, no rows (design
 * 7).
 */
function isMissing<T extends WidgetType>({ type, config }: { type: T; config: Configs[T] }, value: unknown): boolean {
  const kind: WidgetKind<T> = widgetKinds[type];
  if (kind.holds === 'value') return kind.isMissing(value, config);
  return !Array.isArray(value) || value.length === 0;
}

/** Whether a value has a valid format for its widget, or is missing. */
export const isValidFormat = (widget: ValidWidget, value: unknown, context: Clock): boolean =>
  isMissing(widget, value) || formatErrorsIn(widget, value, context).length === 0;

type Clock = Pick<FormContext, 'now' | 'zone'>;

const formatErrorsIn = (widget: ValidWidget, value: unknown, context: Clock): string[] =>
  widget.key === '' ? [] : formatErrorsOf(widget, value, context);

function formatErrorsOf<T extends WidgetType>(
  { type, config }: { type: T; config: Configs[T] },
  value: unknown,
  context: Clock,
): string[] {
  const kind: WidgetKind<T> = widgetKinds[type];
  if (kind.holds === 'value') return kind.formatErrors(value, config, () => todayOf(context));
  if (kind.holds !== 'rows') return [];
  const { least } = kind.limits(config);
  const rows = Array.isArray(value) ? value.length : 0;
  return rows < least ? [`At least ${least} ${least === 1 ? 'row is' : 'rows are'} needed`] : [];
}
