import MailOutlined from '@mui/icons-material/MailOutlined';
import { lazyComponent } from '../frame/lazy-component.tsx';
import type { Override } from '../generate/override.ts';

/** Lazy: the inputs read order forms, and so pull in the rules language. */
const input = (name: 'TemplateRecipientsInput' | 'TemplateSubjectInput' | 'TemplateContentInput') =>
  lazyComponent(async () => (await import('./inputs.tsx'))[name]);
const recipients = input('TemplateRecipientsInput');

/**
 * E-mail templates of the system's notices (design 8). They have the shape of a channel's onboarding e-mail, so they
 * share its inputs.
 */
export const emailTemplates: Override<'EmailTemplate'> = {
  icon: MailOutlined,
  inputs: {
    to: recipients,
    cc: recipients,
    bcc: recipients,
    subject: input('TemplateSubjectInput'),
    content: input('TemplateContentInput'),
  },
};
