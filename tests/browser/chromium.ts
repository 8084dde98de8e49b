import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { chromium } from '@playwright/test';
import { type Outcome, runCommand } from '#tests/runner/command.ts';

const remedy =
  'No Chromium for the browser tests. Set PLAYWRIGHT_CHROMIUM to the program, or put chromium or google-chrome on PATH, ' +
  'or run `npx playwright install chromium`, or as root on Debian `apt-get install chromium`.\n';

/**
 * The program that the browser tests drive, where it is already here: PLAYWRIGHT_CHROMIUM, else `chromium` or
 * `google-chrome` on PATH, else the one that Playwright fetched earlier.
 */
export function findChromium(): string | undefined {
  const named = process.env.PLAYWRIGHT_CHROMIUM;
  if (named) return named;
  const own = chromium.executablePath();
  return onPath('chromium') ?? onPath('google-chrome') ?? (existsSync(own) ? own : undefined);
}

/** As findChromium, and fetches one where there is none. The outcome's output says what to do when that fails. */
export async function findOrFetchChromium(): Promise<Outcome & { path: string }> {
  const present = findChromium();
  if (present) return outcome(present, 0);
  let seconds = 0;
  for (const attempt of attempts()) {
    const words = [attempt.program, ...attempt.args].join(' ');
    process.stdout.write(`no Chromium here yet: ${words} (${attempt.limit} s at most) …\n`);
    const result = await runCommand({ ...attempt, environment: { DEBIAN_FRONTEND: 'noninteractive' } });
    seconds += result.seconds;
    const fetched = findChromium();
    if (fetched) return outcome(fetched, seconds);
    if (!result.isOk) process.stdout.write(`${words}: ${tellingLine(result.output)}\n`);
  }
  return outcome(undefined, seconds);
}

function attempts(): { program: string; args: string[]; limit: number }[] {
  const playwright = { program: 'npx', args: ['playwright', 'install', 'chromium'], limit: 120 };
  const isRoot = process.getuid?.() === 0;
  if (!isRoot || !onPath('apt-get')) return [playwright];
  return [
    playwright,
    { program: 'apt-get', args: ['update'], limit: 60 },
    { program: 'apt-get', args: ['install', '--yes', '--no-install-recommends', 'chromium'], limit: 180 },
  ];
}

function outcome(path: string | undefined, seconds: number): Outcome & { path: string } {
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

/** The line of a failed command's output that says why, as far as lines can be told apart. */
function tellingLine(output: string): string {
  const lines = output.trim().split('\n');
  return lines.findLast((line) => /\berror\b|^E:|failed/i.test(line)) ?? lines.at(-1) ?? '';
}
