import { readForm } from '#schemas/forms/read-form.ts';
import { createFormStore } from '../forms/store/createFormStore.ts';
import { warmUpForm, warmUpValues } from './warmUpForm.ts';

/**
 * Warms up the JavaScript engine by opening a small form off-screen. Browsers compile code on its first run, so the
 * first order then opens a quarter faster (performance 2).
 */
export function warmUpFormEngine(): void {
  const nobody = { client: null, user: null, channel: null, order: null };
  const context = { ...nobody, now: new Date(), zone: 'utc', idOf: () => '0000000000000000' };
  createFormStore({ form: readForm(warmUpForm), values: warmUpValues, context });
}
