import { type Filled, type FillIn, fill } from '#schemas/forms/fill.ts';
import type { FormContext } from '#schemas/forms/form.ts';
import type { PinnedForm } from './pinned.ts';

/**
 * Fills a form as a save does: the one place of the server where the scripts of a form run on somebody's data. Never
 * throws for what the data or the scripts are: a script that fails is a problem at its widget.
 */
export async function fillForm(form: PinnedForm, asked: FillIn, context: FormContext): Promise<Filled> {
  return fill(form, asked, context);
}
