import { execFileSync } from 'node:child_process';
import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** The folder with the package.json and lock file of the compared packages. */
export const comparedPackagesFolder = 'tests/bench';

/** Installs the compared packages, unless they are installed at the locked versions. */
export function installComparedPackages(): void {
  const lock = join(comparedPackagesFolder, 'package-lock.json');
  const installed = join(comparedPackagesFolder, 'node_modules', '.package-lock.json');
  if (existsSync(installed) && statSync(installed).mtimeMs >= statSync(lock).mtimeMs) return;
  execFileSync('npm', ['ci', '--no-audit', '--no-fund'], { cwd: comparedPackagesFolder, stdio: 'inherit' });
}
