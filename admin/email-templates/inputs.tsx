import { Box } from '@mui/material';
import { useRecordContext } from 'react-admin';
import { useWatch } from 'react-hook-form';
import type { EmailTemplate } from '#schemas/generated/types.ts';
import { fieldsOfTemplate } from '#schemas/mail/merge-fields.ts';
import { isNotice } from '#schemas/mail/notices.ts';
import type { FieldProps } from '../generate/override.ts';
import { MergeInput } from '../markdown/MergeInput.tsx';
import { MessageTrial } from '../markdown/MessageTrial.tsx';
import { RecipientsInput } from '../markdown/RecipientsInput.tsx';

/** What the notice that the template is for can tell, and whom. */
function useNotice() {
  const notice: unknown = useWatch({ name: 'notice' });
  const name = notice === 'welcome' || (typeof notice === 'string' && isNotice(notice)) ? notice : undefined;
  return { ...fieldsOfTemplate(name), isOfOrders: name !== 'welcome' };
}

/** Whom it goes to. */
export function Recipients(props: FieldProps) {
  const { fields, people } = useNotice();
  return <RecipientsInput {...props} people={people} fields={fields} />;
}

/** Its subject, with fields to merge. */
export function Subject(props: FieldProps) {
  return <MergeInput {...props} fields={useNotice().fields} />;
}

/** What it says, with what becomes of it below. */
export function Content(props: FieldProps) {
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
        <MessageTrial
          at=""
          fields={fields}
          isOfOrders={isOfOrders}
          testPath={template && `/api/email_templates/${template.id}/test`}
        />
      </Box>
    </Box>
  );
}
