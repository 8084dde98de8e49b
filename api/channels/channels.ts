import type { Channel } from '#schemas/generated/types.ts';
import type { Declaration } from '../resource/rules/declaration.ts';
import { offerForm } from './offer-form.ts';

/** Channels: who may use one may read the form that it orders on. */
export const channels: Declaration<Channel> = {
  async afterWrite({ orderFormId, entityId }, { action, current }) {
    const isTheSame = current?.orderFormId === orderFormId && current.entityId === entityId;
    if (isTheSame && action !== 'delete') return;
    for (const form of new Set([orderFormId, current?.orderFormId ?? orderFormId])) await offerForm(form);
  },
};
