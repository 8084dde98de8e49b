import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** Identifies a process even if its pid is reused. */
export type ProcessIdentity = { pid: number; since: string };

/** The identity of this process. */
export function ownIdentity(): ProcessIdentity {
  return { pid: process.pid, since: startOf(process.pid) ?? 'unknown' };
}

/** Returns whether that very process is alive; containers reuse the same few pids. */
export function isAlive({ pid, since }: ProcessIdentity): boolean {
  if (!isRunning(pid)) return false;
  const start = startOf(pid);
  return start === undefined || since === 'unknown' || start === since;
}

/** Returns whether any process has this pid. */
export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return !isZombie(pid);
  } catch (error) {
    // EPERM: it exists, but belongs to another user.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

/** Returns the command line of a process, separated by single spaces, or undefined if it does not exist. */
export function commandLineOf(pid: number): string | undefined {
  return read(`/proc/${pid}/cmdline`)?.replaceAll('\0', ' ').trim() ?? psColumn(pid, 'args');
}

/** Start time of a process: clock ticks since the boot on Linux, else in the format of `ps`. */
function startOf(pid: number): string | undefined {
  const ticks = statFields(pid)?.[19];
  if (ticks === undefined) return psColumn(pid, 'lstart');
  return `${read('/proc/sys/kernel/random/boot_id')?.trim()} ${ticks}`;
}

/** A zombie process is still listed, but holds no files or ports. */
function isZombie(pid: number): boolean {
  return statFields(pid)?.[0] === 'Z';
}

/** Fields of /proc/PID/stat after the name, which may itself contain spaces and parentheses. */
function statFields(pid: number): string[] | undefined {
  const stat = read(`/proc/${pid}/stat`);
  return stat?.slice(stat.lastIndexOf(')') + 2).split(' ');
}

function psColumn(pid: number, column: 'args' | 'lstart'): string | undefined {
  try {
    const answer = execFileSync('ps', ['-ww', '-p', String(pid), '-o', `${column}=`], { encoding: 'utf8' });
    return answer.trim() || undefined;
  } catch {
    // No such process, or a system without `ps`.
    return undefined;
  }
}

function read(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    // No such process, or a system without /proc.
    return undefined;
  }
}
