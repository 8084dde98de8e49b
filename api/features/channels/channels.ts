import type { Channel, Form } from '#schemas/generated/types.ts';
import { channelMergeFields } from '#schemas/mail/form-fields.ts';
import { messageProblems } from '../../engine/mail/message-validation.ts';
import type { ResourceHooks } from '../../engine/resource/rules/declaration.ts';
import { recordCache } from '../../engine/store/record-cache.ts';
import { storeOf } from '../../engine/store/store.ts';
import { transaction } from '../../engine/store/transaction.ts';
import { invalidRecord, type Problem } from '../../platform/errors/catalogue.ts';

/**
 * Channel hooks. Validates the onboarding message against the order form's fields, and updates which entities may read
 * the form.
 */
export const channels: ResourceHooks<Channel> = {
  async beforeWrite({ changes, current }) {
    const { onboardingEmail, orderFormId } = { ...current, ...changes };
    const isTouched = changes.onboardingEmail ?? changes.orderFormId;
    if (!isTouched || !onboardingEmail || !orderFormId) return changes;
    const form = (await recordCache('Form', [orderFormId])).get(orderFormId);
    const faults = form ? faultsOf(onboardingEmail, form) : [];
    if (faults.length > 0) throw invalidRecord(faults);
    return changes;
  },
  async afterWrite({ orderFormId, entityId }, { action, current }) {
    const isTheSame = current?.orderFormId === orderFormId && current.entityId === entityId;
    if (isTheSame && action !== 'delete') return;
    for (const form of new Set([orderFormId, current?.orderFormId ?? orderFormId])) await updateFormChannels(form);
  },
};

/** Returns the problems of a channel's message: unknown merge fields, or missing subject or recipient if enabled. */
function faultsOf({ enabled, config = {} }: NonNullable<Channel['onboardingEmail']>, form: Form): Problem[] {
  const { fields, people } = channelMergeFields(form);
  const names = fields.map(({ name }) => name);
  const missing = [
    ...(config.subject?.trim() ? [] : [{ path: '/subject', message: 'Missing required field: Subject' }]),
    ...(config.to && config.to.length > 0 ? [] : [{ path: '/to', message: 'Missing required field: To' }]),
  ];
  const faults = [
    ...(enabled ? missing : []),
    ...messageProblems(config, { fields: names, people, unknownFieldText: 'Neither orders nor the form have' }),
  ];
  return faults.map((fault) => ({ ...fault, path: `/onboardingEmail/config${fault.path}` }));
}

/**
 * Denormalizes onto a form the entities whose channels use it, because users of these channels may read the form
 * (design 4).
 */
export async function updateFormChannels(id: string): Promise<void> {
  await transaction(async () => {
    // Lock first: concurrent changes of other channels write to the form too.
    await storeOf('Form').lockForUpdate(id);
    const channels = await storeOf('Channel').find({ filter: { orderFormId: id } });
    const offeredIn = [...new Set(channels.flatMap(({ treeScope }) => treeScope))];
    const offeredBy = [...new Set(channels.map(({ entityId }) => entityId))];
    await storeOf('Form').updateDerived({ _id: id }, { $set: { offeredIn, offeredBy } });
  });
}
