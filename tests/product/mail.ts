import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import PostalMime from 'postal-mime';
import { pollUntil } from './until.ts';

export type Message = {
  file: string;
  id: string;
  to: string[];
  cc: string[];
  subject: string;
  text: string;
  html: string;
  attachments: { filename: string | null; text: string }[];
};

export type Mailbox = {
  /**
   * Waits for the next message to the address, after the mailbox was opened or the last message taken; with a subject
   * if one is given. Welcome mails and notices to approvers, which other tests can cause at any time, are skipped unless
   * requested.
   */
  next(subject?: RegExp): Promise<Message>;
};

/** The messages that a product without SMTP_URL wrote to DATA_DIR/mail, newest first. */
export async function readMailFolder(dataDir: string): Promise<Message[]> {
  const files = (await filesIn(join(dataDir, 'mail'))).toSorted().toReversed();
  return await Promise.all(files.map(readMessage));
}

/** The messages to one address. */
export async function messagesTo(dataDir: string, address: string): Promise<Message[]> {
  const messages = await readMailFolder(dataDir);
  return messages.filter((message) => message.to.includes(address.toLowerCase()));
}

/** Opens an empty mailbox: only later messages count. */
export async function openMailbox(dataDir: string, address: string): Promise<Mailbox> {
  const folder = join(dataDir, 'mail');
  const seenFiles = new Set(await filesIn(folder));
  return {
    next: (subject = /^(?!Welcome to the order portal|Order \S+ of .* is waiting for approval$)/) =>
      pollUntil({ label: `mail to ${address} in ${folder}`, seconds: 30 }, async () => {
        const unseen = (await filesIn(folder)).filter((file) => !seenFiles.has(file)).toSorted();
        for (const file of unseen) {
          seenFiles.add(file);
          const message = await readMessage(file);
          if (message.to.includes(address.toLowerCase()) && subject.test(message.subject)) return message;
        }
        return undefined;
      }),
  };
}

/** The link in a sign-in message. Throws when the message has none. */
export function signInLink(message: Message): string {
  const link = message.text.match(/^\s*(https?:\/\/\S+\/magic#\S+)\s*$/m)?.[1];
  if (!link) throw new Error(`no sign-in link in '${message.subject}' (${message.file}):\n${message.text}`);
  return link;
}

async function readMessage(file: string): Promise<Message> {
  const email = await PostalMime.parse(await readFile(file));
  const addresses = (list: typeof email.to) =>
    (list ?? []).flatMap(({ address }) => (address ? [address.toLowerCase()] : []));
  const { messageId: id = '', subject = '', text = '', html = '' } = email;
  const attachments = email.attachments.map(({ filename, content }) => ({
    filename,
    text: typeof content === 'string' ? content : new TextDecoder().decode(content),
  }));
  return { file, id, to: addresses(email.to), cc: addresses(email.cc), subject, text, html, attachments };
}

async function filesIn(folder: string): Promise<string[]> {
  try {
    const names = await readdir(folder);
    return names.filter((name) => name.endsWith('.eml')).map((name) => join(folder, name));
  } catch (error) {
    // The folder is created with the first message.
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return [];
    throw error;
  }
}
