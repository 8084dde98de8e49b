import MailOutlined from '@mui/icons-material/MailOutlined';
import { mergeFields } from '#schemas/mail/merge-fields.ts';
import type { FieldProps, Override } from '../generate/override.ts';
import { MergeInput } from '../markdown/MergeInput.tsx';
import { RecipientsInput } from '../markdown/RecipientsInput.tsx';

/** The system's notices have the shape of a channel's onboarding e-mail (design 8), and so its inputs. */
export const emailTemplates: Override<'EmailTemplate'> = {
  icon: MailOutlined,
  inputs: {
    to: RecipientsInput,
    cc: RecipientsInput,
    bcc: RecipientsInput,
    subject: MergeInputOfOrders,
    content: MergeInputOfOrders,
  },
};

function MergeInputOfOrders(props: FieldProps) {
  return <MergeInput {...props} fields={mergeFields} isLong={props.field.kind === 'markdown'} />;
}
