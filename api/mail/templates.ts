import { mergeMarkdown, mergeText } from '#schemas/mail/merge-fields.ts';
import { type Message, noticeTemplates, templateNames } from '#schemas/mail/notice-templates.ts';
import type { TemplateName } from '#schemas/mail/notices.ts';
import { withStartLock } from '../host/database/start-lock.ts';
import { store } from '../store/store.ts';
import { contentOf } from './content.ts';

/** A notice as administrators have written it, else as the product says it. */
export async function templateOf(notice: TemplateName): Promise<Message> {
  return (await store('EmailTemplate').findOne({ notice })) ?? noticeTemplates[notice];
}

/** What a message says with these values. */
export const merged = (
  { subject = '', content = '' }: Partial<Pick<Message, 'subject' | 'content'>>,
  values: ReadonlyMap<string, string>,
): ReturnType<typeof contentOf> => contentOf(mergeText(subject, values), mergeMarkdown(content, values));

/**
 * Puts the product's notices among the templates where they are missing, for administrators to edit: at each start, so that a
 * database of before has them, too. `report` is told when another start does the same at the moment.
 */
export async function putNotices(report: (line: string) => void): Promise<void> {
  if ((await missingNotices()).length === 0) return;
  await withStartLock(async () => {
    for (const notice of await missingNotices())
      await store('EmailTemplate').insert({ notice, ...noticeTemplates[notice] });
  }, report);
}

async function missingNotices(): Promise<TemplateName[]> {
  const there = await store('EmailTemplate').find({ filter: { notice: { $exists: true } } });
  const known = new Set(there.map(({ notice }) => notice));
  return templateNames.filter((notice) => !known.has(notice));
}
