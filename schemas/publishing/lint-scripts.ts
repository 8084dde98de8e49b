import type { Outline, Statement, SyntaxNode } from '#grammar/index.ts';
import { valueText } from '../changes/words/place.ts';
import { rowsOfWidget } from '../forms/filling/places.ts';
import type { Form as ReadForm, ValidWidget } from '../forms/form.ts';
import { widgetKinds } from '../forms/kinds/kinds.ts';
import type { Script } from '../forms/script.ts';
import type { WidgetType } from '../generated/widgets.ts';
import { parseTime } from '../typed-values/parse-time.ts';
import { type FormWarning, type Sample, withAnswers } from './lint-samples.ts';
import { nameAtStart, qualifiedName } from './widget-names.ts';

/** Maximum number of combinations of answers that a condition is tried with. */
const maxCombinations = 2_000;

/** What replacing an answer of the sample costs, in steps of a script, so that the time of the check is bounded. */
const stepsPerAnswer = 20;

/**
 * Lint: finds conditions that always or never hide their widget, those that never hold together with the conditions
 * around them, and steps of which nothing is ever shown. Conditions that read only fields with few possible answers
 * are tried with all of them, with numbers around those in the scripts. Others are not judged.
 */
export function conditionWarnings({ scripts, widgets }: ReadForm, sample: Sample): FormWarning[] {
  const neverShown = new Set<ValidWidget>();
  const warnings: FormWarning[] = [];
  const warn = (widget: ValidWidget, place: string, message: string) =>
    warnings.push({ path: `/formSchema${place}`, widget: widget.id, message });
  for (const { condition } of scripts) {
    if (!condition) continue;
    const { widget, place } = condition;
    const name = nameOf(widget);
    const result = resultOfAll(condition, sample);
    if (result === true) warn(widget, place, `${name} is always shown: its conditional script is never false`);
    else if (result === false) warn(widget, place, `${name} is never shown: its conditional script is always false`);
    const around = ancestorsOf(widget).flatMap((each) => scripts[each.number]?.condition ?? []);
    const rival =
      result === null && around.length > 0 && !mayHold([condition, ...around], sample)
        ? (around.find((other) => !mayHold([condition, other], sample)) ?? around.at(-1))
        : undefined;
    // What is inside of something that is never shown is reported there.
    const isInside = ancestorsOf(widget).some((each) => neverShown.has(each));
    if (rival && !isInside)
      warn(
        widget,
        place,
        `${name} is never shown: its conditional script is never true while that of ${qualifiedName(rival.widget)} is`,
      );
    if (rival || result === false) neverShown.add(widget);
  }
  for (const widget of widgets.toReversed()) {
    if (widget.type !== 'container' || widget.inside.length === 0 || neverShown.has(widget)) continue;
    if (!widget.inside.every((each) => neverShown.has(each) || each.config.hidden)) continue;
    neverShown.add(widget);
    if (isStep(widget))
      warn(widget, widget.place, `${nameOf(widget)} has nothing to show: all of its fields are always hidden`);
  }
  return warnings;
}

const isStep = ({ parent }: ValidWidget) => parent?.type === 'container' && parent.config.presentation === 'steps';

const nameOf = (widget: ValidWidget): string =>
  widget.parent === null ? 'The form' : isStep(widget) ? `The step ${qualifiedName(widget)}` : nameAtStart(widget);

/** The widgets around a widget, innermost first. */
const ancestorsOf = ({ parent }: ValidWidget): ValidWidget[] => (parent ? [parent, ...ancestorsOf(parent)] : []);

/** What a condition gives for all possible answers; null if it depends on them, or if that is unknown. */
function resultOfAll(script: Script, sample: Sample): boolean | null {
  let first: boolean | undefined;
  for (const result of outcomesOf([script], sample)) {
    if (result === null || (first !== undefined && first !== result)) return null;
    first = result;
  }
  return first ?? null;
}

/** Whether conditions may all be true at the same time. Those that cannot be judged may. */
function mayHold(conditions: readonly Script[], sample: Sample): boolean {
  const judged = conditions.filter((each) => domainsOf([each]) !== null);
  if (judged.length < 2) return true;
  let isTried = false;
  for (const result of outcomesOf(judged, sample)) {
    if (result !== false) return true;
    isTried = true;
  }
  return !isTried;
}

/** Whether conditions are all true, for each combination of answers; null, as the last, if that is unknown. */
function* outcomesOf(conditions: readonly Script[], sample: Sample): Generator<boolean | null> {
  const domains = domainsOf(conditions);
  if (!domains || domains.reduce((count, [, domain]) => count * domain.length, 1) > maxCombinations) return;
  const { context, budget, top } = sample;
  for (const answers of combinations(domains)) {
    const results = withAnswers(sample, answers, () =>
      conditions.map((script) => {
        const [row] = rowsOfWidget(script.widget, top, 0);
        if (!row || budget.left <= 0) return null;
        const { value, failure } = script.runner.shows(script, { row, context, budget });
        return failure === null ? value : null;
      }),
    );
    budget.left -= stepsPerAnswer * domains.length;
    if (results.includes(null)) {
      yield null;
      return;
    }
    yield !results.includes(false);
  }
}

/** The answers that conditions depend on; null if they depend on something else, or on too many answers. */
function domainsOf(conditions: readonly Script[]): [ValidWidget, readonly unknown[]][] | null {
  const nodes = conditions.flatMap((script) => nodesOf(script.outline?.()));
  const isTimed = nodes.some(({ type }) => type === 'clock' || type === 'index');
  const isOpen = conditions.some(({ failure, contextVariables }) => failure !== null || contextVariables.length > 0);
  if (isTimed || isOpen) return null;
  const literals = new Set(
    nodes.flatMap((node) => (node.type === 'number' || node.type === 'text' ? [node.value] : [])),
  );
  const read = new Set(conditions.flatMap(({ reads }) => reads.map(({ widget }) => widget)));
  const domains: [ValidWidget, readonly unknown[]][] = [];
  for (const widget of read) {
    if (widgetKinds[widget.type].holds === 'group') continue;
    const domain = domainOf(widget, literals);
    if (!domain) return null;
    domains.push([widget, domain]);
  }
  return domains;
}

/** The answers of a field that a script can tell apart; undefined if they are too many to try. */
function domainOf({ type, config }: ValidWidget, literals: ReadonlySet<string | number>): unknown[] | undefined {
  if (type === 'checkbox') return [true, false, null];
  if (type === 'number_input') {
    const numbers = [...literals].filter((each) => typeof each === 'number');
    const around = numbers.flatMap((each) => [each - 1, each - 0.5, each, each + 0.5, each + 1, -each]);
    const { minValue = Number.NEGATIVE_INFINITY, maxValue = Number.POSITIVE_INFINITY } = config;
    const possible = [...around, minValue, maxValue, 0, 1, 1e6, -1e6].filter(
      (each) => Number.isFinite(each) && each >= minValue && each <= maxValue,
    );
    return [...new Set(possible), null];
  }
  if (!('options' in config) || hasOtherAnswers(config)) return undefined;
  const values = config.options.map(({ value }) => value);
  const other = values.find((value) => !literals.has(value));
  const options = [...values.filter((value) => literals.has(value)), ...(other === undefined ? [] : [other])];
  return type === 'select' || type === 'radio' ? [...options, null] : [...options.map((each) => [each]), options, null];
}

/** Whether people can answer something else than the options: in own words, or from a stored list. */
const hasOtherAnswers = (config: object): boolean =>
  Boolean(Reflect.get(config, 'optionsFrom')) || Boolean(Reflect.get(config, 'otherLabel'));

function* combinations<T>(domains: readonly [T, readonly unknown[]][]): Generator<[T, unknown][]> {
  const [first, ...rest] = domains;
  if (!first) {
    yield [];
    return;
  }
  const [widget, answers] = first;
  for (const answer of answers) for (const others of combinations(rest)) yield [[widget, answer], ...others];
}

function nodesOf(outline: Outline | undefined): SyntaxNode[] {
  if (!outline) return [];
  const all = (node: SyntaxNode): SyntaxNode[] => [node, ...outline.children(node).flatMap(all)];
  return all(outline.script);
}

/** Lint: finds initial values, calculated or static, that fit no time, checkbox or choice, so that they are lost. */
export function mismatchWarnings({ scripts, widgets }: ReadForm, sample: Sample): FormWarning[] {
  return widgets.flatMap((widget) => {
    if (widget.type === 'broken') return [];
    const mismatchOf = mismatches[widget.type];
    const { initialValue } = widget.config;
    if (!mismatchOf || !initialValue || widget.key === '') return [];
    const script = scripts[widget.number]?.initial;
    const values = initialValue.static ? [initialValue.value] : script ? resultsOf(script, sample) : [];
    const given = values.filter((value) => (value ?? '') !== '');
    const [reason] = given.flatMap((value) => {
      const mismatch = mismatchOf(value, widget);
      return mismatch ? [`${valueText(value)}, which is ${mismatch}`] : [];
    });
    if (reason === undefined) return [];
    const message = `The initial value of ${nameAtStart(widget)} can be ${reason}`;
    return [{ path: `/formSchema${widget.place}/config/initialValue/value`, widget: widget.id, message }];
  });
}

/** Why a value does not fit a type of widget; undefined if it does. */
const mismatches: { readonly [T in WidgetType]?: (value: unknown, widget: ValidWidget) => string | undefined } = {
  time_input: (value) => (isTime(value) ? undefined : 'not a time of day'),
  checkbox: (value) => (typeof value === 'boolean' ? undefined : 'neither Yes nor No'),
  select: optionMismatch,
  radio: optionMismatch,
  checkboxes: optionMismatch,
  multiple_select: optionMismatch,
};

const isTime = (value: unknown): boolean => typeof value === 'string' && parseTime(value).status === 'value';

function optionMismatch(value: unknown, { type, config }: ValidWidget): string | undefined {
  if (!('options' in config) || config.options.length === 0 || hasOtherAnswers(config)) return undefined;
  const isOne = type === 'select' || type === 'radio';
  if (!isOne && !Array.isArray(value)) return 'not a list of options';
  const values: unknown[] = !isOne && Array.isArray(value) ? value : [value];
  return values.every((each) => config.options.some((option) => option.value === each))
    ? undefined
    : 'not one of its options';
}

/**
 * The results that an expression is known to have: the literals that it ends with, and the result on the sample, unless
 * that is made of a sample text.
 */
function resultsOf(script: Script, { top, context, budget }: Sample): unknown[] {
  const literals = literalsAtEnd(script.outline?.().script.statements ?? []);
  const isFree = script.contextVariables.length > 0 || script.reads.some(({ widget }) => freeTexts.has(widget.type));
  const [row] = rowsOfWidget(script.widget, top, 0);
  if (!row || budget.left <= 0) return literals;
  const { value, failure } = script.runner.initialValue(script, { row, context, budget });
  return failure === null && !(isFree && typeof value === 'string') ? [...literals, value] : literals;
}

/** The types whose answers may be any text. */
const freeTexts: ReadonlySet<WidgetType> = new Set(['text_input', 'password_input', 'tags_input']);

/** The literals that a script may end with, in each branch. */
function literalsAtEnd(statements: readonly Statement[]): unknown[] {
  const last = statements.at(-1);
  if (last?.type === 'number' || last?.type === 'text' || last?.type === 'constant') return [last.value];
  if (last?.type !== 'if') return [];
  const bodies = [...last.branches.map(({ body }) => body), ...(last.otherwise ? [last.otherwise] : [])];
  return bodies.flatMap(({ statements: inside }) => literalsAtEnd(inside));
}
