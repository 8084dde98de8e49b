import { readFileSync } from 'node:fs';

/** Resident memory of a process in MiB; Linux tells it. */
export function memoryOf(pid: number): number {
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024;
}
