import type { EmailTemplate } from '#schemas/generated/types.ts';
import { templateMergeFields } from '#schemas/mail/merge-fields.ts';
import { messageProblems } from '../../engine/mail/message-validation.ts';
import type { ResourceHooks } from '../../engine/resource/rules/declaration.ts';
import { invalidRecord } from '../../platform/errors/catalogue.ts';

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
