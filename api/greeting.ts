import { join } from 'node:path';
import { administratorLink } from './demo/first-start.ts';
import type { Config } from './host/config/config.ts';

/** Prints the URL, the mail destination and, with `withLink`, the administrator's sign-in link. */
export async function greet({ config, withLink }: { config: Config; withLink: boolean }): Promise<void> {
  const lines = [
    ['Portal', config.publicUrl],
    ...(withLink ? [['Sign in', await signInLine(config)]] : []),
    ['Mail', config.smtpUrl ? 'sent by SMTP_URL' : `written to ${join(config.dataDir, 'mail')}`],
  ];
  process.stdout.write(`\n${lines.map(([label = '', text]) => `  ${label.padEnd(9)}${text}`).join('\n')}\n\n`);
}

async function signInLine(config: Config): Promise<string> {
  const link = await administratorLink(config);
  return link === null
    ? `no active user has ADMIN_EMAIL ${config.adminEmail}; ask for a link in the portal`
    : `${link}  (${config.adminEmail}, works once, within 10 minutes)`;
}
