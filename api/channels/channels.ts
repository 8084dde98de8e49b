import type { Channel } from '#schemas/generated/types.ts';
import { unfit } from '../errors/catalogue.ts';
import type { Declaration } from '../resource/rules/declaration.ts';
import { keptRecords } from '../store/kept-records.ts';
import { faultsOfMessage } from './message-faults.ts';
import { offerForm } from './offer-form.ts';

/** Channels: who may use one may read the form that it orders on, and its message names what that form has. */
export const channels: Declaration<Channel> = {
  async beforeWrite({ changes, current }) {
    const { onboardingEmail, orderFormId } = { ...current, ...changes };
    const isTouched = changes.onboardingEmail ?? changes.orderFormId;
    if (!isTouched || !onboardingEmail?.config || !orderFormId) return changes;
    const form = (await keptRecords('Form', [orderFormId])).get(orderFormId);
    const faults = form ? faultsOfMessage(onboardingEmail.config, form) : [];
    if (faults.length > 0) throw unfit(faults);
    return changes;
  },
  async afterWrite({ orderFormId, entityId }, { action, current }) {
    const isTheSame = current?.orderFormId === orderFormId && current.entityId === entityId;
    if (isTheSame && action !== 'delete') return;
    for (const form of new Set([orderFormId, current?.orderFormId ?? orderFormId])) await offerForm(form);
  },
};
