import { formPlace } from '../changes/words/form-place.ts';
import { labelOf } from '../changes/words/place.ts';
import { type Budget, fullBudget } from '../forms/filling/budget.ts';
import { createFilling, type Filling } from '../forms/filling/filling.ts';
import { locate } from '../forms/filling/locate.ts';
import { pathOf } from '../forms/filling/places.ts';
import { isHidden } from '../forms/filling/view.ts';
import type { FormContext, Form as ReadForm } from '../forms/form.ts';
import { isRecord } from '../forms/is-record.ts';
import { normalise } from '../forms/normalise.ts';
import { mapPasswords } from '../forms/passwords.ts';
import { keysOf } from '../forms/pointer.ts';
import { hiddenFields } from '../forms/why/hidden-fields.ts';
import type { Form } from '../generated/types.ts';
import { orderInScripts } from '../orders/order-in-scripts.ts';
import { orderStatuses } from '../orders/statuses.ts';

/** A filled sample that a form keeps, with what is expected of it. */
export type FormExample = Form['examples'][number];
export type Expectation = FormExample['expected'][number];

/** What a form makes of an example now. */
export interface ExampleOutcome {
  id: string;
  name: string;
  /** All that was expected of it is so. */
  isGreen: boolean;
  /** What is not as expected, each in a sentence; none of a green one. */
  found: string[];
  /** What refuses it now. */
  problems: ExampleProblem[];
  /** The fields that scripts hide now. */
  hidden: ExampleField[];
}

export interface ExampleField {
  path: string;
  label: string;
}

export interface ExampleProblem extends ExampleField {
  message: string;
}

/** How much of what refuses or is hidden is told of one example. */
const most = 50;

/** All that the scripts of a form's examples may do together: some seconds of a thread. */
const mostSteps = 5_000_000;

/** Runs the examples of a form by the engine that checks orders. Never throws, whatever they hold. */
export function runExamples(form: ReadForm, examples: readonly FormExample[]): ExampleOutcome[] {
  let left = mostSteps;
  return examples.map((example) => {
    const budget = fullBudget();
    const given = Math.min(budget.left, Math.max(left, 0));
    budget.left = given;
    const outcome = runExample(form, example, budget);
    left -= given - budget.left;
    return outcome;
  });
}

function runExample(form: ReadForm, example: FormExample, budget: Budget): ExampleOutcome {
  const context = exampleContext(example);
  const { data } = normalise(form, example.formData, context);
  const filling = createFilling(form, data, context, { calculation: 'calculated', budget });
  const outcome = outcomeOf(form, filling);
  const found = example.expected.flatMap((each) => unmet(each, { outcome, filling, form }));
  const { id, name } = example;
  return { ...{ id, name, isGreen: found.length === 0, found }, ...told(outcome) };
}

/** What refuses a filling, and what is hidden in it. */
export function outcomeOf(form: ReadForm, filling: Filling): Pick<ExampleOutcome, 'problems' | 'hidden'> {
  const place = formPlace(form);
  const named = (path: string) => ({ path, label: labelOf(place, keysOf(path)) || 'The form' });
  const problems = filling.problems().map(({ path, message }) => ({ ...named(path), message }));
  const fields = hiddenFields(form, filling.top).filter(({ widget }) => widget.key !== '');
  return { problems, hidden: fields.map(({ widget, row }) => named(pathOf(widget, row))) };
}

const told = ({ problems, hidden }: Pick<ExampleOutcome, 'problems' | 'hidden'>) => ({
  problems: problems.slice(0, most),
  hidden: hidden.slice(0, most),
});

interface Run {
  form: ReadForm;
  filling: Filling;
  outcome: Pick<ExampleOutcome, 'problems' | 'hidden'>;
}

/** Why an expectation is not met; nothing where it is. */
function unmet(expectation: Expectation, { form, filling, outcome: { problems } }: Run): string[] {
  const { kind, path = '', message = '' } = expectation;
  const label = labelOf(formPlace(form), keysOf(path)) || 'the form';
  if (kind === 'passes') {
    const [first, ...others] = problems;
    const rest = others.length > 0 ? `, and ${others.length} more` : '';
    return first ? [`It should pass, and is refused: ${first.label}: ${first.message}${rest}`] : [];
  }
  const there = locate(filling.top, path);
  const isThere = there !== undefined && pathOf(there.widget, there.row) === path;
  if (kind === 'hidden') {
    if (!isThere) return [`${label} should be hidden, and is no field of this form`];
    return isHidden(there.widget, there.row) ? [] : [`${label} should be hidden, and is shown`];
  }
  const here = problems.filter((problem) => problem.path === path);
  if (here.some((problem) => message === '' || problem.message === message)) return [];
  const wanted = message === '' ? '' : ` with “${message}”`;
  const instead = here.map((problem) => `“${problem.message}”`).join(', ');
  if (instead) return [`${label} should be refused${wanted}, and is refused with ${instead}`];
  if (path !== '' && !isThere) return [`${label} should be refused${wanted}, and is no field of this form`];
  return [`${label} should be refused${wanted}, and passes`];
}

/** An expectation for reading, by the labels of the form. */
export function expectationInWords(form: ReadForm, { kind, path = '', message = '' }: Expectation): string {
  const label = labelOf(formPlace(form), keysOf(path)) || 'The form';
  if (kind === 'passes') return 'It passes';
  if (kind === 'hidden') return `${label} is hidden`;
  return message === '' ? `${label} is refused` : `${label} is refused: ${message}`;
}

/** What happens now, as what is to be expected from now on. */
export function expectationsNow({ problems, hidden }: Pick<ExampleOutcome, 'problems' | 'hidden'>): Expectation[] {
  const refused = problems.map(({ path, message }): Expectation => ({ kind: 'refused', path, message }));
  const first: Expectation[] = refused.length > 0 ? refused : [{ kind: 'passes' }];
  return [...first, ...hidden.map(({ path }): Expectation => ({ kind: 'hidden', path }))];
}

/** What rules see with an example: its own time and order, so that it says the same on every day. */
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

/** The examples without the passwords that were typed in them: those are in no form. */
export function withoutPasswords(form: ReadForm, examples: readonly FormExample[]): FormExample[] {
  if (!form.widgets.some(({ type }) => type === 'password_input')) return [...examples];
  return examples.map((example) => ({ ...example, formData: mapPasswords(form, example.formData, () => dots) }));
}

const dots = '••••••••';
