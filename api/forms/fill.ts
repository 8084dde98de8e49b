import { type Filled, type FillIn, fill } from '#schemas/forms/fill.ts';
import type { FormContext } from '#schemas/forms/form.ts';
import { fillElsewhere } from './fill-threads.ts';
import type { FormOfVersion } from './read-forms.ts';

/** What is filled at once, in a few milliseconds: data of so many values, by scripts of so many steps. */
const small = { values: 1_000, steps: 20_000 };

/**
 * Fills a form as a save does: the one place of the server where the scripts of a form run on somebody's data. What turns
 * out to be long is done in a thread of its own. Never throws for what the data or the scripts are: a script that fails is
 * a problem at its widget. Throws APPLICATION_ERROR with 503 when too many wait for a thread.
 */
export async function fillForm(form: FormOfVersion, asked: FillIn, context: FormContext): Promise<Filled> {
  if (valuesIn(asked.data, small.values) < small.values) {
    const budget = { left: small.steps };
    const filled = fill(form, asked, context, budget);
    if (budget.left > 0) return filled;
  }
  return fillElsewhere(form, asked, context);
}

/** How many values there are, counted up to a bound. */
function valuesIn(value: unknown, most: number): number {
  if (value === null || typeof value !== 'object') return 1;
  let count = 1;
  for (const each of Object.values(value)) {
    if (count >= most) return count;
    count += valuesIn(each, most - count);
  }
  return count;
}
