import { rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyBaseLogger } from 'fastify';
import { createTransport, type SendMailOptions } from 'nodemailer';
import { now } from '../clock/clock.ts';
import type { Config } from '../config/config.ts';
import { makePrivateFolder } from '../process/private-file.ts';
import { type MailMessage, type MailTransport, parseDelivery } from './delivery.ts';

/**
 * Creates the mail transport: SMTP when SMTP_URL is set, else each message is written atomically to
 * DATA_DIR/mail/TIME-ID.eml (design 2).
 */
export function mailTransport(config: Config, log: FastifyBaseLogger): MailTransport {
  if (config.smtpUrl) return smtp(config.smtpUrl, config.mailFrom);
  return files({ folder: join(config.dataDir, 'mail'), from: config.mailFrom, log });
}

const optionsOf = ({ id, due, subject, ...message }: MailMessage, from: string): SendMailOptions => ({
  ...message,
  ...headersOf(subject),
  messageId: `<${id}@${domainOf(from)}>`,
  to: addressObjects(message.to),
  cc: addressObjects(message.cc),
  bcc: addressObjects(message.bcc),
  from,
  envelope: { from, to: due.map((address) => `<${address}>`) },
  encoding: 'quoted-printable',
});

/** The domain of MAIL_FROM, which is an address or 'Name <address>'. */
const domainOf = (from: string): string => /@([^\s<>@]+)>?$/.exec(from)?.[1] ?? 'localhost';

/**
 * The subject, and the mark that keeps out-of-office replies away (RFC 3834). Encodes a subject that contains `=?`:
 * nodemailer would pass an encoded word such as `=?utf-8?q?x?=` through as it is, and mail clients would decode it.
 */
function headersOf(subject: string): SendMailOptions {
  const headers = { 'Auto-Submitted': 'auto-generated' };
  if (!subject.includes('=?')) return { subject, headers };
  return { headers: { ...headers, subject: { prepared: true, foldLines: true, value: encodedWords(subject) } } };
}

/** An encoded word has at most 75 characters (RFC 2047), which leaves room for this many bytes in base64. */
const maxBytes = 45;

/** Encodes a text as encoded words without splitting characters. */
function encodedWords(text: string): string {
  const words = [''];
  for (const character of text) {
    const last = words.at(-1) ?? '';
    if (Buffer.byteLength(last + character) > maxBytes) words.push(character);
    else words[words.length - 1] = last + character;
  }
  return words.map((word) => `=?UTF-8?B?${Buffer.from(word).toString('base64')}?=`).join(' ');
}

/** Addresses as objects: nodemailer would parse a string as a header and split it at a comma. */
const addressObjects = (addresses: string[]) => addresses.map((address) => ({ name: '', address }));

/** Milliseconds. */
const timeouts = { dnsTimeout: 5_000, connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000 };

/** The longest time that an SMTP server can stay silent before the attempt fails; milliseconds. */
export const smtpTimeout = Object.values(timeouts).reduce((sum, each) => sum + each, 0);

function smtp(url: string, from: string): MailTransport {
  const transport = createTransport({ url, ...timeouts });
  return {
    send: async (message) => {
      try {
        return parseDelivery(message.due, await transport.sendMail(optionsOf(message, from))) ?? noneRejected;
      } catch (error) {
        const delivery = parseDelivery(message.due, error);
        if (!delivery) throw error;
        return delivery;
      }
    },
    close: () => transport.close(),
  };
}

const noneRejected = { rejected: [], postponed: [] };

interface Files {
  folder: string;
  from: string;
  log: FastifyBaseLogger;
}

function files({ folder, from, log }: Files): MailTransport {
  // An earlier version may have created the folder with open permissions.
  makePrivateFolder(folder);
  const transport = createTransport({ streamTransport: true, buffer: true, newline: 'windows' });
  return {
    send: async (message) => {
      const { message: raw } = await transport.sendMail(optionsOf(message, from));
      makePrivateFolder(folder);
      const time = now().toISOString().replace(/[:.]/g, '-');
      const path = join(folder, `${time}-${message.id}.eml`);
      // The mail may contain a sign-in link, so only the owner may read the file. Write and rename, so that a reader
      // watching the folder never sees a partial message.
      await writeFile(`${path}.part`, raw, { mode: 0o600 });
      await rename(`${path}.part`, path);
      log.info({ file: path, links: message.text.match(/https?:\/\/\S+/g) ?? [] }, 'mail written');
      return noneRejected;
    },
    close: () => transport.close(),
  };
}
