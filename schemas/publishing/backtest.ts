import { carryOver } from '../changes/upgrade/carry.ts';
import { formPlace } from '../changes/words/form-place.ts';
import { labelOf } from '../changes/words/place.ts';
import { fill } from '../forms/fill.ts';
import type { FormContext, FormData, Problem, Form as ReadForm } from '../forms/form.ts';
import { keysOf } from '../forms/pointer.ts';
import type { Order } from '../generated/types.ts';
import { withoutWaived } from '../orders/waivers.ts';
import type { ScriptRuns, WatchedForm } from './coverage.ts';
import type { ExampleProblem } from './examples.ts';

/** An order as a backtest looks at it. */
export interface TestedOrder {
  formData: FormData;
  waivers: Order['waivers'];
}

/** What another formSchema would have said of an order. */
export interface OrderTest {
  /** What refuses it on the version that it is filled on. */
  before: ExampleProblem[];
  /** What would refuse it on the other one. */
  after: ExampleProblem[];
  /** What the scripts of the other one did. */
  runs: ScriptRuns[];
}

/** Tries an order on another version of its form: its values go where their widgets went, as in an upgrade. Never throws. */
export function testOrder(
  { formData, waivers }: TestedOrder,
  { from, to: watched }: { from: ReadForm; to: WatchedForm },
  context: FormContext,
): OrderTest {
  const { form: to, runsOf } = watched;
  const before = fill(from, { data: formData, as: 'stored' }, context).problems;
  const { data } = carryOver(from, to, formData);
  const { result: after, runs } = runsOf(() => fill(to, { data, as: 'new' }, context).problems);
  return { before: told(from, before, waivers), after: told(to, after, waivers), runs };
}

function told(form: ReadForm, problems: readonly Problem[], waivers: Order['waivers']): ExampleProblem[] {
  const place = formPlace(form);
  const inOrder = problems.map(({ path, message }) => ({
    ...{ path: `/formData${path}`, message },
    label: labelOf(place, keysOf(path)) || 'The form',
  }));
  return withoutWaived(inOrder, waivers);
}
