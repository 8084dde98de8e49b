import { carryFormData } from '../changes/upgrade/carry.ts';
import { formPlace } from '../changes/words/form-place.ts';
import { labelOfPath } from '../changes/words/place.ts';
import { fill } from '../forms/fill.ts';
import type { FormContext, FormValues, Problem, Form as ReadForm } from '../forms/form.ts';
import { keysOf } from '../forms/pointer.ts';
import type { Order } from '../generated/types.ts';
import { unwaivedProblems } from '../orders/waivers.ts';
import type { InstrumentedForm, ScriptRuns } from './coverage.ts';
import type { ExampleProblem } from './examples.ts';

/** The part of an order that a backtest needs. */
export interface TestedOrder {
  formData: FormValues;
  waivers: Order['waivers'];
}

/** The backtest of one order: how another version of the form would validate it. */
export interface OrderTest {
  /** The validation errors on its current version. */
  before: ExampleProblem[];
  /** The validation errors on the other version. */
  after: ExampleProblem[];
  /** What the scripts of the other version did. */
  scriptRuns: ScriptRuns[];
}

/**
 * Backtests an order on another version of its form: carries its data over as an upgrade does, then validates. Never
 * throws.
 */
export function backtestOrder(
  { formData, waivers }: TestedOrder,
  { from, to: watched }: { from: ReadForm; to: InstrumentedForm },
  context: FormContext,
): OrderTest {
  const { form: to, runsOf } = watched;
  const before = fill(from, { data: formData, as: 'stored' }, context).problems;
  const { data } = carryFormData(from, to, formData);
  const { result: after, runs: scriptRuns } = runsOf(() => fill(to, { data, as: 'new' }, context).problems);
  return { before: problemsInWords(from, before, waivers), after: problemsInWords(to, after, waivers), scriptRuns };
}

function problemsInWords(form: ReadForm, problems: readonly Problem[], waivers: Order['waivers']): ExampleProblem[] {
  const place = formPlace(form);
  const inOrder = problems.map(({ path, message }) => ({
    ...{ path: `/formData${path}`, message },
    label: labelOfPath(place, keysOf(path)) || 'The form',
  }));
  return unwaivedProblems(inOrder, waivers);
}
