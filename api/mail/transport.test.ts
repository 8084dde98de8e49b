import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { createInterface } from 'node:readline';
import { pino } from 'pino';
import PostalMime from 'postal-mime';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { loadConfig } from '../host/config/config.ts';
import type { MailTransport } from './message.ts';
import { longestSilence, mailTransport } from './transport.ts';

interface Received {
  envelope: string[];
  data: string;
}

const received: Received[] = [];
const server = createServer((socket) => void serve(socket));
let transport: MailTransport;

beforeAll(async () => {
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  const environment = { SMTP_URL: `smtp://127.0.0.1:${port}`, MAIL_FROM: 'portal@example.com', DATA_DIR: tmpdir() };
  transport = mailTransport(loadConfig(environment), pino({ level: 'silent' }));
});
afterAll(() => {
  transport.close();
  server.close();
});

/** As much of an SMTP server as takes mail, and refuses whatever is for `refused@example.com`. */
async function serve(socket: Socket): Promise<void> {
  const answer = (line: string) => socket.write(`${line}\r\n`);
  const mail: Received = { envelope: [], data: '' };
  let isData = false;
  answer('220 ready');
  for await (const line of createInterface(socket)) {
    if (isData && line !== '.') {
      mail.data += `${line}\r\n`;
      continue;
    }
    if (isData) received.push(structuredClone(mail));
    if (/^(MAIL FROM|RCPT TO):/.test(line)) mail.envelope.push(line.replace(/ BODY=.*$/, ''));
    answer(answerTo(line));
    isData = line === 'DATA';
  }
}

function answerTo(line: string): string {
  if (line === 'DATA') return '354 go on';
  if (line === 'QUIT') return '221 bye';
  return line.includes('refused@') ? '550 nobody here' : '250 fine';
}

const message = {
  to: ['ann@example.com', 'odd,one@example.com'],
  cc: ['bob@example.com'],
  bcc: ['hidden@example.com'],
  subject: 'Grüße',
  text: 'Hello\n\nhttps://portal.example/magic#abc\n',
  messageId: '<0123@order-portal>',
};

it('a mail goes out by the SMTP server to all that it is for, and tells nobody of the hidden ones', async () => {
  await transport.send(message);
  const { envelope = [], data = '' } = received[0] ?? {};
  const everybody = [...message.to, ...message.cc, ...message.bcc];
  expect(envelope.map((line) => line.replaceAll('"', ''))).toEqual([
    'MAIL FROM:<portal@example.com>',
    ...everybody.map((each) => `RCPT TO:<${each}>`),
  ]);
  expect(data).not.toContain('hidden@');
  expect(data).toMatch(/^Content-Transfer-Encoding: quoted-printable\r$/m);
  const { messageId, subject, text, from, cc } = await PostalMime.parse(data);
  expect({ messageId, subject, text }).toEqual({
    messageId: message.messageId,
    subject: message.subject,
    text: message.text,
  });
  expect([from?.address, cc?.map(({ address }) => address)]).toEqual(['portal@example.com', message.cc]);
});

it('one that nobody of its receivers may have is given back', async () => {
  const refused = { ...message, to: ['refused@example.com'], cc: [], bcc: [] };
  await expect(transport.send(refused)).rejects.toThrow('nobody here');
  expect(received).toHaveLength(1);
});

it('a server that says nothing is waited for during 45 seconds at most: less than the minute that a job is held', () => {
  expect(longestSilence).toBe(45_000);
});
