import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** A process that can be told apart from a later one that was given the same number. */
export type ProcessIdentity = { pid: number; since: string };

/** The identity of this process. */
export function ownIdentity(): ProcessIdentity {
  return { pid: process.pid, since: startOf(process.pid) ?? 'unknown' };
}

/** Whether that very process still lives: containers give the same few numbers again and again. */
export function isAlive({ pid, since }: ProcessIdentity): boolean {
  if (!isRunning(pid)) return false;
  const start = startOf(pid);
  return start === undefined || since === 'unknown' || start === since;
}

/** Whether any process has this number. */
export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return !isZombie(pid);
  } catch (error) {
    // EPERM: it lives, under another user.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

/** The command line of a process with single spaces between its words, or nothing when there is no such process. */
export function commandLineOf(pid: number): string | undefined {
  return read(`/proc/${pid}/cmdline`)?.replaceAll('\0', ' ').trim() ?? listed(pid, 'args');
}

/** When a process started: in clock ticks since the named boot on Linux, as `ps` says it elsewhere. */
function startOf(pid: number): string | undefined {
  const ticks = statFields(pid)?.[19];
  if (ticks === undefined) return listed(pid, 'lstart');
  return `${read('/proc/sys/kernel/random/boot_id')?.trim()} ${ticks}`;
}

/** An ended process whose parent has not asked for its exit code is still listed, but holds no file and no port. */
function isZombie(pid: number): boolean {
  return statFields(pid)?.[0] === 'Z';
}

/** The fields of /proc/PID/stat after the name, which may itself hold spaces and brackets. */
function statFields(pid: number): string[] | undefined {
  const stat = read(`/proc/${pid}/stat`);
  return stat?.slice(stat.lastIndexOf(')') + 2).split(' ');
}

function listed(pid: number, column: 'args' | 'lstart'): string | undefined {
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
