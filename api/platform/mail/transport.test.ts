import { once } from 'node:events';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { pino } from 'pino';
import PostalMime from 'postal-mime';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { loadConfig } from '../config/config.ts';
import type { MailTransport } from './delivery.ts';
import { mailTransport, smtpTimeout } from './transport.ts';

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

/**
 * A minimal SMTP server. It rejects mail for `refused@example.com` and `odd,refused@example.com`, and defers `busy@`.
 */
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
    const isSpam = isData && /^Subject: Spam/m.test(mail.data);
    if (isData && !isSpam) received.push(structuredClone(mail));
    if (line.startsWith('MAIL FROM:')) Object.assign(mail, { envelope: [], data: '' });
    const reply = isSpam ? '554 looks like spam' : answerTo(line);
    if (/^(MAIL FROM|RCPT TO):/.test(line) && reply.startsWith('2')) mail.envelope.push(line.replace(/ BODY=.*$/, ''));
    answer(reply);
    isData = line === 'DATA';
  }
}

function answerTo(line: string): string {
  if (line === 'DATA') return '354 go on';
  if (line === 'QUIT') return '221 bye';
  if (line.includes('busy@')) return '450 come back later';
  return /refused"?@/.test(line) ? '550 nobody here' : '250 fine';
}

const message = {
  to: ['ann@example.com', 'odd,one@example.com'],
  cc: ['bob@example.com'],
  bcc: ['hidden@example.com'],
  due: ['ann@example.com', 'odd,one@example.com', 'bob@example.com', 'hidden@example.com'],
  subject: 'Grüße',
  text: 'Hello\n\nhttps://portal.example/magic#abc\n',
  id: '0123',
};

it('sends a mail over SMTP to all recipients without naming the bcc ones in the headers', async () => {
  await transport.send(message);
  const { envelope = [], data = '' } = received[0] ?? {};
  const everybody = [...message.to, ...message.cc, ...message.bcc];
  expect(envelope.map((line) => line.replaceAll('"', ''))).toEqual([
    'MAIL FROM:<portal@example.com>',
    ...everybody.map((each) => `RCPT TO:<${each}>`),
  ]);
  expect(data).not.toContain('hidden@');
  expect(data).toMatch(/^Content-Transfer-Encoding: quoted-printable\r$/m);
  expect(data).toMatch(/^Auto-Submitted: auto-generated\r$/m);
  const { messageId, subject, text, from, cc } = await PostalMime.parse(data);
  expect({ messageId, subject, text }).toEqual({
    messageId: '<0123@example.com>',
    subject: message.subject,
    text: message.text,
  });
  expect([from?.address, cc?.map(({ address }) => address)]).toEqual(['portal@example.com', message.cc]);
});

it.each([
  '=?utf-8?q?x?=',
  'Approved: =?utf-8?B?PGI+?= =?iso-8859-1?q?=E4?= GmbH',
  `Grüße 😀 =?utf-8?q?x?= ${'a long name '.repeat(20).trim()}`,
  'What is =? in a name',
])('preserves a subject that looks like an encoded word: %s', async (subject) => {
  await transport.send({ ...message, subject });
  const { data = '' } = received.at(-1) ?? {};
  expect((await PostalMime.parse(data)).subject).toBe(subject);
  const [head = ''] = data.split('\r\n\r\n');
  expect(head).not.toContain('=?utf-8?q?x?=');
  expect(head.split('\r\n').every((line) => line.length <= 78)).toBe(true);
});

it('delivers to the other recipients when some are rejected, and distinguishes permanent from temporary rejections', async () => {
  const rejected = ['refused@example.com', 'odd,refused@example.com', 'refused@Bücher.example'];
  const due = ['ann@example.com', ...rejected, 'busy@example.com'];
  expect(await transport.send({ ...message, to: due, cc: [], bcc: [], due })).toEqual({
    rejected: rejected.map((recipient) => ({
      recipient,
      reason: '550 nobody here',
    })),
    postponed: [{ recipient: 'busy@example.com', reason: '450 come back later' }],
  });
  expect(received.at(-1)?.envelope.slice(1)).toEqual(['RCPT TO:<ann@example.com>']);
});

it('reports the rejections and delivers nothing when every recipient is rejected', async () => {
  const count = received.length;
  const to = ['refused@example.com'];
  expect(await transport.send({ ...message, to, cc: [], bcc: [], due: to })).toEqual({
    rejected: [{ recipient: 'refused@example.com', reason: '550 nobody here' }],
    postponed: [],
  });
  expect(received).toHaveLength(count);
});

it('reports a refusal for every recipient when the server refuses the content', async () => {
  const delivery = await transport.send({ ...message, subject: 'Spam' });
  expect(delivery.rejected.map(({ recipient, reason }) => [recipient, reason])).toEqual(
    message.due.map((recipient) => [recipient, '554 looks like spam']),
  );
});

it('writes a mail as a file and logs its links when no SMTP server is configured', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'portal-mail-'));
  const lines: string[] = [];
  const log = pino({ level: 'info' }, { write: (line) => void lines.push(line) });
  const fileTransport = mailTransport(loadConfig({ DATA_DIR: folder }), log);
  expect(await fileTransport.send(message)).toEqual({ rejected: [], postponed: [] });
  const [name = ''] = await readdir(join(folder, 'mail'));
  expect(JSON.parse(lines.at(-1) ?? '')).toMatchObject({
    msg: 'mail written',
    file: join(folder, 'mail', name),
    links: ['https://portal.example/magic#abc'],
  });
  fileTransport.close();
  await rm(folder, { recursive: true });
});

it('waits at most 45 seconds for a silent SMTP server, less than the lease of a mail job', () => {
  expect(smtpTimeout).toBe(45_000);
});
