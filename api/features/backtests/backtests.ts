import type { FormBacktest } from '#schemas/generated/types.ts';
import type { Viewer } from '../../engine/access/viewer.ts';
import { enqueueJob } from '../../engine/jobs/queue.ts';
import type { ResourceHooks } from '../../engine/resource/rules/declaration.ts';
import { storeOf } from '../../engine/store/store.ts';
import { transaction } from '../../engine/store/transaction.ts';
import { fromNow, now } from '../../platform/clock/clock.ts';
import { ApiError } from '../../platform/errors/catalogue.ts';
import { loadEditableForm } from '../forms/draft.ts';

/** How long a finished backtest is retained; milliseconds. */
const retention = 30 * 86_400_000;

/** The changes that end a backtest with this status. */
export const endedBacktest = (status: Exclude<FormBacktest['status'], 'running'>): Partial<FormBacktest> => ({
  status,
  endedAt: now().toISOString(),
  expires: fromNow(retention).toISOString(),
});

/** Only its author sees a backtest, and may cancel it while it runs. */
export const formBacktests: ResourceHooks<FormBacktest> = {
  heavyFields: ['rows', 'coverage'],
  async beforeWrite({ current, changes }) {
    if (!current || changes.status === undefined || changes.status === current.status) return changes;
    if (current.status === 'running' && changes.status === 'canceled') return endedBacktest('canceled');
    throw new ApiError('REQUEST_DENIED', {
      reason: `The status of a backtest cannot change from ${current.status} to ${changes.status}`,
    });
  },
};

/**
 * Starts a backtest job: runs the given formSchema, or the draft's, or the published one, against the form's latest
 * orders that the viewer may read. Cancels a running backtest of the same author. Throws RESOURCE_NOT_FOUND,
 * MISSING_ABILITY or MISSING_PERMISSION if the viewer may not change the form.
 */
export async function startBacktest(
  viewer: Viewer,
  id: string,
  given: FormBacktest['formSchema'] | undefined,
): Promise<FormBacktest> {
  const form = await loadEditableForm(viewer, id);
  const draft = given ? null : await storeOf('FormDraft').findOne({ form: id });
  const formSchema = given ?? (draft ?? form).formSchema;
  const user = viewer.user.id;
  return await transaction(async () => {
    await storeOf('FormBacktest').updateMany(
      { form: id, user, status: 'running' },
      { $set: endedBacktest('canceled') },
    );
    const backtest = await storeOf('FormBacktest').insert({ form: id, user, formSchema, basedOn: form.version });
    await enqueueJob('formBacktest', `FormBacktest/${backtest.id}`);
    return backtest;
  });
}
