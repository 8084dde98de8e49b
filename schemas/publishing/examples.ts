import { formPlace } from '../changes/words/form-place.ts';
import { labelOfPath } from '../changes/words/place.ts';
import { type Budget, fullBudget } from '../forms/filling/budget.ts';
import { createFilling, type Filling } from '../forms/filling/filling.ts';
import { locateWidget } from '../forms/filling/locate.ts';
import { pathOf } from '../forms/filling/places.ts';
import { isHidden } from '../forms/filling/view.ts';
import type { FormContext, Form as ReadForm } from '../forms/form.ts';
import { isRecord } from '../forms/is-record.ts';
import { normalise } from '../forms/normal-value.ts';
import { mapPasswords } from '../forms/passwords.ts';
import { keysOf } from '../forms/pointer.ts';
import { hiddenFields } from '../forms/why/hidden-fields.ts';
import type { Form, JsonMap } from '../generated/types.ts';
import { orderInScripts } from '../orders/order-in-scripts.ts';
import { orderStatuses } from '../orders/order-stage.ts';
import { storedMoment } from '../texts/moments.ts';

/** A stored example of a form: sample data with the expected result. */
export type FormExample = Form['examples'][number];
export type Expectation = FormExample['expected'][number];

/** The result of running an example on the current form. */
export interface ExampleOutcome {
  id: string;
  name: string;
  /** Whether all expectations are met. */
  isPassing: boolean;
  /** The expectations that are not met, as sentences. */
  failures: string[];
  /** The current validation errors. */
  problems: ExampleProblem[];
  /** The fields that scripts currently hide. */
  hidden: ExampleField[];
}

interface ExampleField {
  path: string;
  label: string;
}

export interface ExampleProblem extends ExampleField {
  message: string;
}

/**
 * Runs the examples of a file, which are not validated yet. What is no example is left out: the server rejects it with
 * its place.
 */
export const runWrittenExamples = (form: ReadForm, written: readonly JsonMap[]): ExampleOutcome[] =>
  runExamples(form, written.flatMap(exampleOf));

function exampleOf({ id, name, at, formData, sees, expected }: JsonMap): FormExample[] {
  if (typeof id !== 'string' || typeof name !== 'string' || typeof at !== 'string') return [];
  if (!isRecord(formData) || !Array.isArray(expected) || storedMoment(at) === undefined) return [];
  const expectations = expected.filter(isRecord).flatMap(({ kind, path, message }): Expectation[] => {
    const known = expectationKinds.find((each) => each === kind);
    const texts = {
      ...(typeof path === 'string' ? { path } : {}),
      ...(typeof message === 'string' ? { message } : {}),
    };
    return known ? [{ kind: known, ...texts }] : [];
  });
  return [{ id, name, at, formData, expected: expectations, ...(isRecord(sees) ? { sees } : {}) }];
}

const expectationKinds = ['passes', 'refused', 'hidden'] as const satisfies readonly Expectation['kind'][];

/** The maximum number of errors and of hidden fields that are reported per example. */
const maxReported = 50;

/** The step budget of the scripts of all examples together: a few seconds of CPU time. */
const maxSteps = 5_000_000;

/**
 * Runs the examples of a form (regression tests) with the engine that validates orders. Never throws, whatever they
 * contain.
 */
export function runExamples(form: ReadForm, examples: readonly FormExample[]): ExampleOutcome[] {
  let left = maxSteps;
  return examples.map((example) => {
    const budget = fullBudget();
    const granted = Math.min(budget.left, Math.max(left, 0));
    budget.left = granted;
    const outcome = runExample(form, example, budget);
    left -= granted - budget.left;
    return outcome;
  });
}

function runExample(form: ReadForm, example: FormExample, budget: Budget): ExampleOutcome {
  const context = exampleContext(example);
  const { data } = normalise(form, example.formData, context);
  const filling = createFilling(form, data, context, { calculation: 'calculated', budget });
  const outcome = outcomeOf(form, filling);
  const failures = example.expected.flatMap((each) => unmet(each, { outcome, filling, form }));
  const { id, name } = example;
  return { ...{ id, name, isPassing: failures.length === 0, failures }, ...truncated(outcome) };
}

/** The validation errors and hidden fields of a filling. */
function outcomeOf(form: ReadForm, filling: Filling): Pick<ExampleOutcome, 'problems' | 'hidden'> {
  const place = formPlace(form);
  const withLabel = (path: string) => ({ path, label: labelOfPath(place, keysOf(path)) || 'The form' });
  const problems = filling.problems().map(({ path, message }) => ({ ...withLabel(path), message }));
  const fields = hiddenFields(form, filling.top).filter(({ widget }) => widget.key !== '');
  return { problems, hidden: fields.map(({ widget, row }) => withLabel(pathOf(widget, row))) };
}

const truncated = ({ problems, hidden }: Pick<ExampleOutcome, 'problems' | 'hidden'>) => ({
  problems: problems.slice(0, maxReported),
  hidden: hidden.slice(0, maxReported),
});

interface Run {
  form: ReadForm;
  filling: Filling;
  outcome: Pick<ExampleOutcome, 'problems' | 'hidden'>;
}

/** The sentences that say why an expectation is not met; empty if it is. */
function unmet(expectation: Expectation, { form, filling, outcome: { problems } }: Run): string[] {
  const { kind, path = '', message = '' } = expectation;
  const label = labelOfPath(formPlace(form), keysOf(path)) || 'the form';
  if (kind === 'passes') {
    const [first, ...others] = problems;
    const rest = others.length > 0 ? `, and ${others.length} more` : '';
    return first ? [`It should pass, but is rejected: ${first.label}: ${first.message}${rest}`] : [];
  }
  const there = locateWidget(filling.top, path);
  const isThere = there !== undefined && pathOf(there.widget, there.row) === path;
  if (kind === 'hidden') {
    if (!isThere) return [`${label} should be hidden, but is not a field of this form`];
    return isHidden(there.widget, there.row) ? [] : [`${label} should be hidden, but is shown`];
  }
  const here = problems.filter((problem) => problem.path === path);
  if (here.some((problem) => message === '' || problem.message === message)) return [];
  const expectedText = message === '' ? '' : ` with “${message}”`;
  const instead = here.map((problem) => `“${problem.message}”`).join(', ');
  if (instead) return [`${label} should be rejected${expectedText}, but is rejected with ${instead}`];
  if (path !== '' && !isThere) return [`${label} should be rejected${expectedText}, but is not a field of this form`];
  return [`${label} should be rejected${expectedText}, but passes`];
}

/** An expectation in words, with the labels of the form. */
export function expectationInWords(form: ReadForm, { kind, path = '', message = '' }: Expectation): string {
  const label = labelOfPath(formPlace(form), keysOf(path)) || 'The form';
  if (kind === 'passes') return 'It passes';
  if (kind === 'hidden') return `${label} is hidden`;
  return message === '' ? `${label} is refused` : `${label} is refused: ${message}`;
}

/** The current result as expectations, to save with the example. */
export function expectationsNow({ problems, hidden }: Pick<ExampleOutcome, 'problems' | 'hidden'>): Expectation[] {
  const refused = problems.map(({ path, message }): Expectation => ({ kind: 'refused', path, message }));
  const first: Expectation[] = refused.length > 0 ? refused : [{ kind: 'passes' }];
  return [...first, ...hidden.map(({ path }): Expectation => ({ kind: 'hidden', path }))];
}

/** The script context of an example: its stored time and records, so that the result does not depend on the day. */
export function exampleContext({ at, sees = {} }: Pick<FormExample, 'at' | 'sees'>): FormContext {
  const [order, client, user, channel] = [sees.order, sees.client, sees.user, sees.channel].map((each) =>
    isRecord(each) ? each : null,
  );
  const status = orderStatuses.find((each) => each === order?.status) ?? 'DRAFT';
  const submissionDate = typeof order?.submissionDate === 'string' ? order.submissionDate : null;
  let rows = 0;
  return {
    now: new Date(at),
    zone: 'utc',
    client: client ?? null,
    user: user ?? null,
    channel: channel ?? null,
    ...orderInScripts({ status, submissionDate }),
    idOf: () => {
      rows += 1;
      return `example${String(rows).padStart(9, '0')}`;
    },
  };
}

/** The examples with their passwords masked, because forms must not store passwords. */
export function maskExamplePasswords(form: ReadForm, examples: readonly FormExample[]): FormExample[] {
  if (!form.widgets.some(({ type }) => type === 'password_input')) return [...examples];
  return examples.map((example) => ({ ...example, formData: mapPasswords(form, example.formData, () => dots) }));
}

const dots = '••••••••';
