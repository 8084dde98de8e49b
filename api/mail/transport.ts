import { rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyBaseLogger } from 'fastify';
import { createTransport, type SendMailOptions } from 'nodemailer';
import { now } from '../clock/clock.ts';
import type { Config } from '../host/config/config.ts';
import { makePrivateFolder } from '../host/process/private-file.ts';
import { deliveryOf } from './delivery.ts';
import type { MailMessage, MailTransport } from './message.ts';

/** SMTP when SMTP_URL is set; else each message becomes DATA_DIR/mail/TIME-ID.eml, whole or not at all (design 2). */
export function mailTransport(config: Config, log: FastifyBaseLogger): MailTransport {
  if (config.smtpUrl) return smtp(config.smtpUrl, config.mailFrom);
  return files({ folder: join(config.dataDir, 'mail'), from: config.mailFrom, log });
}

const optionsOf = ({ due, subject, ...message }: MailMessage, from: string): SendMailOptions => ({
  ...message,
  ...subjectOf(subject),
  to: whole(message.to),
  cc: whole(message.cc),
  bcc: whole(message.bcc),
  from,
  envelope: { from, to: due.map((address) => `<${address}>`) },
  encoding: 'quoted-printable',
});

/**
 * nodemailer takes an encoded word for one that is encoded already, and a reader would decode it: a name that looks like one
 * (`=?utf-8?q?x?=`) is encoded here.
 */
function subjectOf(subject: string): SendMailOptions {
  if (!subject.includes('=?')) return { subject };
  return { headers: { subject: { prepared: true, foldLines: true, value: encodedWords(subject) } } };
}

/** An encoded word has at most 75 characters (RFC 2047), which hold so many bytes. */
const mostBytes = 45;

/** A text as encoded words of whole characters. */
function encodedWords(text: string): string {
  const words = [''];
  for (const character of text) {
    const last = words.at(-1) ?? '';
    if (Buffer.byteLength(last + character) > mostBytes) words.push(character);
    else words[words.length - 1] = last + character;
  }
  return words.map((word) => `=?UTF-8?B?${Buffer.from(word).toString('base64')}?=`).join(' ');
}

/** Addresses as they stand: a text would be read as a header, and a comma in it as two of them. */
const whole = (addresses: string[]) => addresses.map((address) => ({ name: '', address }));

/** Milliseconds. */
const timeouts = { dnsTimeout: 5_000, connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000 };

/** The longest that a server may say nothing all in all before a message is given back; milliseconds. */
export const longestSilence = Object.values(timeouts).reduce((sum, each) => sum + each, 0);

function smtp(url: string, from: string): MailTransport {
  const transport = createTransport({ url, ...timeouts });
  return {
    send: async (message) => {
      try {
        return deliveryOf(message.due, await transport.sendMail(optionsOf(message, from))) ?? nobodyRefused;
      } catch (error) {
        const delivery = deliveryOf(message.due, error);
        if (!delivery) throw error;
        return delivery;
      }
    },
    close: () => transport.close(),
  };
}

const nobodyRefused = { refused: [], postponed: [] };

interface Files {
  folder: string;
  from: string;
  log: FastifyBaseLogger;
}

function files({ folder, from, log }: Files): MailTransport {
  // One of an earlier start may be open to all.
  makePrivateFolder(folder);
  const transport = createTransport({ streamTransport: true, buffer: true, newline: 'windows' });
  return {
    send: async (message) => {
      const { message: raw } = await transport.sendMail(optionsOf(message, from));
      makePrivateFolder(folder);
      const time = now().toISOString().replace(/[:.]/g, '-');
      const path = join(folder, `${time}-${message.messageId.replace(/[^0-9a-f]/gi, '').slice(0, 24)}.eml`);
      // Whoever reads it is signed in by it. A reader that watches the folder never sees half a message.
      await writeFile(`${path}.part`, raw, { mode: 0o600 });
      await rename(`${path}.part`, path);
      log.info({ file: path, links: message.text.match(/https?:\/\/\S+/g) ?? [] }, 'mail written');
      return nobodyRefused;
    },
    close: () => transport.close(),
  };
}
