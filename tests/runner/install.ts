import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { runCommand } from './command.ts';

/** A command that may install a program. */
export interface InstallAttempt {
  why: string;
  program: string;
  args: string[];
  /** Timeout in seconds. */
  limit: number;
  /** Whether a success makes the remaining commands unnecessary. */
  isLast?: boolean;
}

/** The attempts to install Debian packages: at once, then with an updated package list. None where not permitted. */
export function debianPackages(packages: readonly string[], options: { why: string; limit: number }): InstallAttempt[] {
  if (process.getuid?.() !== 0 || onPath('apt-get') === undefined) return [];
  const args = ['install', '--yes', '--no-install-recommends', ...packages];
  const install = { ...options, program: 'apt-get', args, isLast: true };
  return [install, { why: options.why, program: 'apt-get', args: ['update'], limit: 60 }, install];
}

/** Runs the attempts in order until one with `isLast` succeeds, and prints why others fail. Returns the seconds. */
export async function runInstallAttempts(attempts: readonly InstallAttempt[]): Promise<number> {
  let seconds = 0;
  for (const attempt of attempts) {
    const words = [attempt.program, ...attempt.args].join(' ');
    process.stdout.write(`${attempt.why}: ${words} (${attempt.limit} s at most) …\n`);
    const result = await runCommand({ ...attempt, environment: { DEBIAN_FRONTEND: 'noninteractive' } });
    seconds += result.seconds;
    if (!result.isOk) process.stdout.write(`${words}: ${tellingLine(result.output)}\n`);
    else if (attempt.isLast) break;
  }
  return seconds;
}

/** The path of a program on PATH. */
export function onPath(name: string): string | undefined {
  const folders = (process.env.PATH ?? '').split(delimiter);
  return folders.map((folder) => join(folder, name)).find((path) => existsSync(path));
}

/** The most informative line of a failed command's output, as a guess. */
function tellingLine(output: string): string {
  const lines = output.trim().split('\n');
  return lines.findLast((line) => /\berror\b|^E:|failed/i.test(line)) ?? lines.at(-1) ?? '';
}
