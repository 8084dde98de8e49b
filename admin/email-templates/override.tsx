import MailOutlined from '@mui/icons-material/MailOutlined';
import { lazily } from '../frame/lazily.tsx';
import type { Override } from '../generate/override.ts';

/** The inputs read the forms of orders, and so bring the rules language with them: loaded when a template is opened. */
const opened = (name: 'Recipients' | 'Subject' | 'Content') => lazily(async () => (await import('./inputs.tsx'))[name]);
const recipients = opened('Recipients');

/** The system's notices have the shape of a channel's onboarding e-mail (design 8), and so its inputs. */
export const emailTemplates: Override<'EmailTemplate'> = {
  icon: MailOutlined,
  inputs: {
    to: recipients,
    cc: recipients,
    bcc: recipients,
    subject: opened('Subject'),
    content: opened('Content'),
  },
};
