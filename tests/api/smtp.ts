import { mkdir, mkdtemp, rename, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { SMTPServer } from 'smtp-server';

const refusals = { refused: [550, 'no such person'], busy: [450, 'come back later'] } as const;

/** A fake SMTP server that rejects `refused@` permanently and `busy@` temporarily. */
export interface MailServer {
  /** The product's environment for this server; received mail is stored where tests read it. */
  environment: Record<string, string>;
  /** Whether it rejects mail to `busy@` temporarily from now on. */
  setBusy(isBusy: boolean): void;
  close(): Promise<void>;
}

/** Starts a mail server on a free port of this machine. */
export async function openMailServer(): Promise<MailServer> {
  const dataDir = await mkdtemp(join(tmpdir(), 'portal-smtp-'));
  const folder = join(dataDir, 'mail');
  await mkdir(folder);
  const mood = { isBusy: true, mails: 0 };
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onRcptTo: ({ address }, _session, done) => {
      const name = address.startsWith('refused') ? 'refused' : 'busy';
      const isTaken = !address.startsWith(name) || (name === 'busy' && !mood.isBusy);
      const [responseCode, words] = refusals[name];
      done(isTaken ? null : Object.assign(new Error(words), { responseCode }));
    },
    onData: (stream, _session, done) => {
      mood.mails += 1;
      const path = join(folder, `${String(mood.mails).padStart(6, '0')}.eml`);
      void text(stream)
        .then((raw) => writeFile(`${path}.part`, raw))
        .then(() => rename(`${path}.part`, path))
        // A client that disconnects midway has sent nothing.
        .then(() => done(), done);
    },
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.server.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  return {
    environment: { DATA_DIR: dataDir, SMTP_URL: `smtp://127.0.0.1:${port}` },
    setBusy: (isBusy) => {
      mood.isBusy = isBusy;
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
