import { Box } from '@mui/material';
import { useRecordContext } from 'react-admin';
import { useWatch } from 'react-hook-form';
import type { EmailTemplate } from '#schemas/generated/types.ts';
import { templateMergeFields } from '#schemas/mail/merge-fields.ts';
import { isOrderNotification } from '#schemas/mail/order-notifications.ts';
import type { FieldProps } from '../generate/override.ts';
import { MergeInput } from '../markdown/MergeInput.tsx';
import { MessageTester } from '../markdown/MessageTester.tsx';
import { RecipientsInput } from '../markdown/RecipientsInput.tsx';

/** Merge fields and recipient variables of the notice that the template is for. */
function useNotice() {
  const notice: unknown = useWatch({ name: 'notice' });
  const name = notice === 'welcome' || (typeof notice === 'string' && isOrderNotification(notice)) ? notice : undefined;
  return { ...templateMergeFields(name), isOfOrders: name !== 'welcome' };
}

/** Recipients input of an e-mail template (to, cc or bcc). */
export function TemplateRecipientsInput(props: FieldProps) {
  const { fields, people } = useNotice();
  return <RecipientsInput {...props} people={people} fields={fields} />;
}

/** Subject input of an e-mail template, with merge fields. */
export function TemplateSubjectInput(props: FieldProps) {
  return <MergeInput {...props} fields={useNotice().fields} />;
}

/** Body input of an e-mail template, with a live preview below. */
export function TemplateContentInput(props: FieldProps) {
  const { fields, isOfOrders } = useNotice();
  const template = useRecordContext<EmailTemplate>();
  return (
    <Box sx={{ display: 'grid', gap: 3 }}>
      <MergeInput {...props} fields={fields} isLong />
      <Box
        role="region"
        aria-label="Preview of the message"
        sx={{ p: 2, border: 1, borderColor: 'divider', borderRadius: 1, minHeight: 160 }}
      >
        <MessageTester
          at=""
          fields={fields}
          isOfOrders={isOfOrders}
          testPath={template && `/api/email_templates/${template.id}/test`}
        />
      </Box>
    </Box>
  );
}
