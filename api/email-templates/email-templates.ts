import type { EmailTemplate } from '#schemas/generated/types.ts';
import { templateMergeFields } from '#schemas/mail/merge-fields.ts';
import { invalidRecord } from '../errors/catalogue.ts';
import { messageProblems } from '../mail/message-validation.ts';
import type { ResourceHooks } from '../resource/rules/declaration.ts';

/**
 * Email template hooks: rejects unknown merge fields. System notices may use only fields that are available when they
 * are sent (design 8).
 */
export const emailTemplates: ResourceHooks<EmailTemplate> = {
  async beforeWrite({ changes, current }) {
    const message = { ...current, ...changes };
    const { fields, people } = templateMergeFields(message.notice);
    const faults = messageProblems(message, {
      fields: fields.map(({ name }) => name),
      people,
      unknownFieldText: 'This mail has no',
    });
    if (faults.length > 0) throw invalidRecord(faults);
    return changes;
  },
};
