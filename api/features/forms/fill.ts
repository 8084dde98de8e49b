import { type FillRequest, type FillResult, fill } from '#schemas/forms/fill.ts';
import type { FormContext } from '#schemas/forms/form.ts';
import { loadOptions, type OptionAccess } from '../option-lists/load-options.ts';
import { fillInPool } from './fill-thread-pool.ts';
import type { ParsedFormVersion } from './read-forms.ts';

/** Limits for filling a form in process, which takes a few milliseconds: number of values, and of script steps. */
const limits = { values: 1_000, steps: 20_000 };

/**
 * Fills a form as saving does; the only place on the server where form scripts run on user data. Long-running forms
 * move to a worker thread. Never throws for data or scripts: a failing script becomes a problem at its widget. Throws
 * APPLICATION_ERROR (503) if the thread pool's queue is full. `access` says which options of lists and resources are
 * accepted; without it, all that exist.
 */
export async function fillForm(
  form: ParsedFormVersion,
  input: FillRequest,
  given: FormContext,
  access?: OptionAccess,
): Promise<FillResult> {
  const options = await loadOptions(form, input.data, access);
  const context = options ? { ...given, options } : given;
  if (valuesIn(input.data, limits.values) < limits.values) {
    const budget = { left: limits.steps };
    const filled = fill(form, input, context, budget);
    if (budget.left > 0) return filled;
  }
  // A thread cannot report what its scripts read.
  context.onInstantRead?.();
  return fillInPool(form, input, context);
}

/** Counts values up to a limit. */
function valuesIn(value: unknown, max: number): number {
  if (value === null || typeof value !== 'object') return 1;
  let count = 1;
  for (const each of Object.values(value)) {
    if (count >= max) return count;
    count += valuesIn(each, max - count);
  }
  return count;
}
