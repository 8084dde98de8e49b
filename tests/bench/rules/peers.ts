import { execFileSync } from 'node:child_process';
import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** The folder of the peers' own package.json and lock. */
export const peersFolder = 'tests/bench';

/** Installs what the benchmark compares with, unless that is there as the lock says. */
export function installPeers(): void {
  const lock = join(peersFolder, 'package-lock.json');
  const installed = join(peersFolder, 'node_modules', '.package-lock.json');
  if (existsSync(installed) && statSync(installed).mtimeMs >= statSync(lock).mtimeMs) return;
  execFileSync('npm', ['ci', '--no-audit', '--no-fund'], { cwd: peersFolder, stdio: 'inherit' });
}
