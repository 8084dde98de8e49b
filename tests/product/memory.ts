import { readFileSync } from 'node:fs';

/** Resident memory (RSS) of a process in MiB; Linux only. */
export function memoryOf(pid: number): number {
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024;
}
