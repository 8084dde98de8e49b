import MailOutlined from '@mui/icons-material/MailOutlined';
import { Box } from '@mui/material';
import { lazy, Suspense } from 'react';
import { useRecordContext } from 'react-admin';
import { useWatch } from 'react-hook-form';
import type { EmailTemplate } from '#schemas/generated/types.ts';
import { fieldsOfTemplate } from '#schemas/mail/merge-fields.ts';
import { isNotice } from '#schemas/mail/notices.ts';
import type { FieldProps, Override } from '../generate/override.ts';
import { MergeInput } from '../markdown/MergeInput.tsx';
import { RecipientsInput } from '../markdown/RecipientsInput.tsx';

/** Reads the forms of orders, and so brings the rules language with it: loaded when a template is opened. */
const MessageTrial = lazy(async () => ({ default: (await import('../markdown/MessageTrial.tsx')).MessageTrial }));

/** The system's notices have the shape of a channel's onboarding e-mail (design 8), and so its inputs. */
export const emailTemplates: Override<'EmailTemplate'> = {
  icon: MailOutlined,
  inputs: {
    to: Recipients,
    cc: Recipients,
    bcc: Recipients,
    subject: Subject,
    content: Content,
  },
};

/** What the notice that the template is for can tell, and whom. */
function useNotice() {
  const notice: unknown = useWatch({ name: 'notice' });
  const name = notice === 'welcome' || (typeof notice === 'string' && isNotice(notice)) ? notice : undefined;
  return { ...fieldsOfTemplate(name), isOfOrders: name !== 'welcome' };
}

function Recipients(props: FieldProps) {
  const { fields, people } = useNotice();
  return <RecipientsInput {...props} people={people} fields={fields} />;
}

function Subject(props: FieldProps) {
  return <MergeInput {...props} fields={useNotice().fields} />;
}

/** With what becomes of it below. */
function Content(props: FieldProps) {
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
        <Suspense fallback={null}>
          <MessageTrial
            at=""
            fields={fields}
            isOfOrders={isOfOrders}
            testPath={template && `/api/email_templates/${template.id}/test`}
          />
        </Suspense>
      </Box>
    </Box>
  );
}
