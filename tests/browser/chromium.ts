import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { chromium } from '@playwright/test';
import { type CommandOutcome, runCommand } from '#tests/runner/command.ts';

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
  const missing = process.env.PLAYWRIGHT_CHROMIUM ? [] : attempts();
  let seconds = 0;
  for (const attempt of missing) {
    const words = [attempt.program, ...attempt.args].join(' ');
    process.stdout.write(`${attempt.why}: ${words} (${attempt.limit} s at most) …\n`);
    const result = await runCommand({ ...attempt, environment: { DEBIAN_FRONTEND: 'noninteractive' } });
    seconds += result.seconds;
    if (!result.isOk) process.stdout.write(`${words}: ${tellingLine(result.output)}\n`);
    else if (attempt.isLast) break;
  }
  return outcome(findChromium(), seconds);
}

interface Attempt {
  why: string;
  program: string;
  args: string[];
  limit: number;
  /** Whether a success makes the remaining commands unnecessary. */
  isLast?: boolean;
}

function attempts(): Attempt[] {
  const mayInstall = process.getuid?.() === 0 && onPath('apt-get') !== undefined;
  const why = findChromium() ? `no ${lean} here yet` : 'no Chromium here yet';
  const install = { why, program: 'apt-get', args: ['install', '--yes', '--no-install-recommends', lean], limit: 90 };
  const packed = [install, { why, program: 'apt-get', args: ['update'], limit: 60 }, install];
  const fetched = { why, program: 'npx', args: ['playwright', 'install', 'chromium'], limit: 120 };
  if (onPath(lean)) return [];
  return [
    ...(mayInstall ? packed.map((each) => ({ ...each, isLast: each === install })) : []),
    ...(findChromium() ? [] : [fetched]),
  ];
}

function outcome(path: string | undefined, seconds: number): CommandOutcome & { path: string } {
  if (!path) return { path: '', isOk: false, seconds, output: remedy };
  if (!existsSync(path)) {
    return { path, isOk: false, seconds, output: `PLAYWRIGHT_CHROMIUM: there is no ${path}. ${remedy}` };
  }
  return { path, isOk: true, seconds, output: '' };
}

function onPath(name: string): string | undefined {
  const folders = (process.env.PATH ?? '').split(delimiter);
  return folders.map((folder) => join(folder, name)).find((path) => existsSync(path));
}

/** The most informative line of a failed command's output, as a guess. */
function tellingLine(output: string): string {
  const lines = output.trim().split('\n');
  return lines.findLast((line) => /\berror\b|^E:|failed/i.test(line)) ?? lines.at(-1) ?? '';
}
