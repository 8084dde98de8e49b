import { readFileSync } from 'node:fs';
import { forbiddenLicences, licencesIn } from './licences.ts';

/** `npm run licences`: lists every package with its licence, and exits with 1 when one is not allowed. */
const lock = readFileSync('package-lock.json', 'utf8');
for (const { name, version, licence, isDev } of licencesIn(lock))
  process.stdout.write(`${name} ${version}: ${licence}${isDev ? ' (development only)' : ''}\n`);
const forbidden = forbiddenLicences(lock);
for (const line of forbidden) process.stderr.write(`${line}, which is not allowed in tests/dependencies/licences.ts\n`);
if (forbidden.length > 0) process.exitCode = 1;
