import type { Configs, WidgetType } from '../../generated/widgets.ts';
import { withAcceptedOptions } from '../accepted-options.ts';
import { valueForProblem } from '../echoed.ts';
import type { Problem, ValidWidget } from '../form.ts';
import type { WidgetKind } from '../kinds/kind.ts';
import { widgetKinds } from '../kinds/kinds.ts';
import { widgetName } from '../name-of.ts';
import { todayOf } from '../normal-value.ts';
import type { Script, WidgetScripts } from '../script.ts';
import { pathOf, storedValue } from './places.ts';
import { type Row, stateHere } from './row.ts';
import type { Setting } from './run-script.ts';
import { isHidden } from './view.ts';

export const noProblems: readonly Problem[] = [];

/** Validates a widget's value in one row: required, format, limits, the validation script, and scripts that failed. */
export function validateWidget(
  { widget, scripts }: { widget: ValidWidget; scripts: WidgetScripts },
  setting: Setting,
): readonly Problem[] {
  const { row } = setting;
  const { validation } = scripts;
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
  const formatErrors = [
    ...formatErrorsIn(widget, value, setting),
    ...limitsOf(scripts).flatMap((limit) => limit.runner.limitErrors(limit, setting, value)),
  ];
  const own = row.failures ? failuresOf(widget, row.failures) : [];
  if (formatErrors.length === 0 && own.length === 0 && !validation) return noProblems;
  return [
    ...[...formatErrors, ...own].map(problemAt),
    ...(validation?.runner.validate(validation, setting, problemAt) ?? []),
  ];
}

/** The scripts that limit a widget's value. */
export const limitsOf = ({ minimum, maximum }: WidgetScripts): Script[] =>
  [minimum, maximum].filter((script) => script !== null);

const missingMessage = (widget: ValidWidget) => `Missing required field: ${widgetName(widget)}`;

/** The messages of problems that do not come from a script: missing or invalid value. */
export const valueProblems = (widget: ValidWidget, value: unknown, place: CheckedPlace): string[] => [
  missingMessage(widget),
  ...formatErrorsIn(widget, value, place),
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
export const isValidFormat = (widget: ValidWidget, value: unknown, place: CheckedPlace): boolean =>
  isMissing(widget, value) || formatErrorsIn(widget, value, place).length === 0;

/** The row of a value, whose scripts may withhold options, and the context. */
type CheckedPlace = Pick<Setting, 'row' | 'context'>;

const formatErrorsIn = (widget: ValidWidget, value: unknown, place: CheckedPlace): string[] =>
  widget.key === '' ? [] : formatErrorsOf(widget, value, place);

function formatErrorsOf<T extends WidgetType>(
  widget: Pick<ValidWidget, 'number'> & { type: T; config: Configs[T] },
  value: unknown,
  { row, context }: CheckedPlace,
): string[] {
  const { type } = widget;
  const config = withAcceptedOptions(widget.config, value, {
    sources: context.options,
    withheld: stateHere(widget, row).withheld,
  });
  const kind: WidgetKind<T> = widgetKinds[type];
  if (kind.holds === 'value') return kind.formatErrors(value, config, () => todayOf(context));
  if (kind.holds !== 'rows') return [];
  const { least } = kind.limits(config);
  const rows = Array.isArray(value) ? value.length : 0;
  return rows < least ? [`At least ${least} ${least === 1 ? 'row is' : 'rows are'} needed`] : [];
}
