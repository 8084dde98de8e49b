import type { EmailTemplate } from '#schemas/generated/types.ts';
import { templateMergeFields } from '#schemas/mail/merge-fields.ts';
import { unfit } from '../errors/catalogue.ts';
import { faultsOfMessage } from '../mail/message-faults.ts';
import type { Declaration } from '../resource/rules/declaration.ts';

/**
 * Email template hooks: rejects unknown merge fields. System notices may use only fields that are available when they
 * are sent (design 8).
 */
export const emailTemplates: Declaration<EmailTemplate> = {
  async beforeWrite({ changes, current }) {
    const message = { ...current, ...changes };
    const { fields, people } = templateMergeFields(message.notice);
    const faults = faultsOfMessage(message, {
      fields: fields.map(({ name }) => name),
      people,
      lacking: 'This mail has no',
    });
    if (faults.length > 0) throw unfit(faults);
    return changes;
  },
};
