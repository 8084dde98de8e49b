import { type Config, loadConfig, secretFile } from '../../platform/config/config.ts';
import { openDatabase } from '../../platform/database/open.ts';
import { forgetEarlierSecrets, requireSameSecret } from '../../platform/database/secret-check.ts';
import { printLine } from '../../platform/process/print-line.ts';
import { openShutdown } from '../../platform/process/shutdown.ts';
import { StartFailure } from '../../platform/process/start-failure.ts';
import { keyFingerprint } from '../../platform/secrets/secrets.ts';
import { setAuditKeys } from '../audit/chain.ts';
import { pendingMigrations } from '../migrations/migrate.ts';
import { setSealingKeys } from '../store/sealing.ts';
import { rotateSecrets } from './rotate.ts';

const usage = `Usage: npm run secrets -- rotate

Seals everything that a key of SECRET_KEY_OLD has sealed with SECRET_KEY, and reports whether SECRET_KEY_OLD can be removed. The application
may be running, if every process has both variables. Run it again after an interruption: it continues where it was.`;

/** `npm run secrets -- rotate`. */
async function main(): Promise<void> {
  const closing = openShutdown('command');
  try {
    if (process.argv.slice(2).join(' ') !== 'rotate') throw new StartFailure(usage);
    const config = loadConfig();
    await rotate(config, closing);
    await closing.end();
  } catch (error) {
    await closing.fail(error);
  }
}

async function rotate(config: Config, closing: ReturnType<typeof openShutdown>): Promise<void> {
  const { secretKeys, secretKey } = config;
  setSealingKeys(secretKeys);
  setAuditKeys(secretKeys);
  const name = await openDatabase({ config, closing });
  await requireSameSecret({ secretKeys, secretFile: secretFile(config.dataDir) });
  if ((await pendingMigrations()).length > 0)
    throw new StartFailure('The database has pending migrations. Start this version of the application first.');
  printLine(`Sealing the secrets of ${name} with the key ${keyFingerprint(secretKey)} ...`);
  const { values, auditEntries, unreadable, problems } = await rotateSecrets({
    currentKey: keyFingerprint(secretKey),
    report: printLine,
    signal: closing.signal,
  });
  for (const [collection, count] of values)
    printLine(`  ${collection}: ${count.toLocaleString('en-US')} records sealed again`);
  printLine(`  audit log: ${auditEntries.toLocaleString('en-US')} entries renewed`);
  if (unreadable > 0)
    printLine(
      `  ${unreadable.toLocaleString('en-US')} texts look sealed, but no key opens them: users typed them, or their key was lost. They stay as they are.`,
    );
  if (problems.length > 0) throw new StartFailure(`SECRET_KEY_OLD is still needed. ${problems.join(' ')}`);
  await forgetEarlierSecrets(secretKey);
  printLine(
    'Everything is sealed with SECRET_KEY, and SECRET_KEY_OLD can be removed. Browsers that were not used since the change sign in again then; ' +
      'backups made before need the earlier key.',
  );
}

await main();
