import { mergeMarkdown, mergeText } from '#schemas/mail/merge-fields.ts';
import {
  type Message,
  notificationTemplates,
  type TemplateName,
  templateNames,
} from '#schemas/mail/order-notifications.ts';
import { withStartLock } from '../../platform/database/start-lock.ts';
import { renderMail } from '../../platform/mail/content.ts';
import { storeOf } from '../store/store.ts';

/** The template of a notice: the administrators' version if there is one, else the built-in text. */
export async function templateOf(notice: TemplateName): Promise<Message> {
  return (await storeOf('EmailTemplate').findOne({ notice })) ?? notificationTemplates[notice];
}

/** Merges values into a mail template. Notices and onboarding e-mails render templates with it. */
export const mergeTemplate = (
  { subject = '', content = '' }: Partial<Pick<Message, 'subject' | 'content'>>,
  values: ReadonlyMap<string, string>,
): ReturnType<typeof renderMail> => renderMail(mergeText(subject, values), mergeMarkdown(content, values));

/**
 * Creates the built-in notice templates that are missing, so administrators can edit them. It runs at each start, so
 * that older databases get new notices. `report` is called when another process holds the start lock.
 */
export async function createMissingNotices(report: (line: string) => void): Promise<void> {
  if ((await missingNotices()).length === 0) return;
  await withStartLock(async () => {
    for (const notice of await missingNotices())
      await storeOf('EmailTemplate').insert({ notice, ...notificationTemplates[notice] });
  }, report);
}

async function missingNotices(): Promise<TemplateName[]> {
  const templates = await storeOf('EmailTemplate').find({ filter: { notice: { $exists: true } } });
  const existing = new Set(templates.map(({ notice }) => notice));
  return templateNames.filter((notice) => !existing.has(notice));
}
