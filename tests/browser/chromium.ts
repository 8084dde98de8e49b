import { existsSync } from 'node:fs';
import { chromium } from '@playwright/test';
import type { CommandOutcome } from '#tests/runner/command.ts';
import { debianPackages, type InstallAttempt, onPath, runInstallAttempts } from '#tests/runner/install.ts';

const remedy =
  'No Chromium for the browser tests. Set PLAYWRIGHT_CHROMIUM to the program, or put chromium or google-chrome on PATH, ' +
  'or run `npx playwright install chromium`, or as root on Debian `apt-get install chromium-headless-shell`.\n';

/** Debian's headless Chromium shell: the tests need a fifth less CPU with it. */
const lean = 'chromium-headless-shell';

/**
 * Finds the browser for the tests: PLAYWRIGHT_CHROMIUM, else Debian's headless shell, `chromium` or `google-chrome` on
 * PATH, else Playwright's cached download.
 */
export function findChromium(): string | undefined {
  const named = process.env.PLAYWRIGHT_CHROMIUM;
  if (named) return named;
  const own = chromium.executablePath();
  return onPath(lean) ?? onPath('chromium') ?? onPath('google-chrome') ?? (existsSync(own) ? own : undefined);
}

/**
 * Like findChromium, but installs one where there is none, or Debian's headless shell where permitted. When there is no
 * browser in the end, the outcome's output says what to do.
 */
export async function findOrFetchChromium(): Promise<CommandOutcome & { path: string }> {
  const seconds = await runInstallAttempts(process.env.PLAYWRIGHT_CHROMIUM ? [] : attempts());
  return outcome(findChromium(), seconds);
}

function attempts(): InstallAttempt[] {
  if (onPath(lean)) return [];
  const why = findChromium() ? `no ${lean} here yet` : 'no Chromium here yet';
  const fetched = { why, program: 'npx', args: ['playwright', 'install', 'chromium'], limit: 120 };
  return [...debianPackages([lean], { why, limit: 90 }), ...(findChromium() ? [] : [fetched])];
}

function outcome(path: string | undefined, seconds: number): CommandOutcome & { path: string } {
  if (!path) return { path: '', isOk: false, seconds, output: remedy };
  if (!existsSync(path)) {
    return { path, isOk: false, seconds, output: `PLAYWRIGHT_CHROMIUM: there is no ${path}. ${remedy}` };
  }
  return { path, isOk: true, seconds, output: '' };
}
