import type { CDPSession } from '@playwright/test';

/** Main thread time in milliseconds: all tasks, and the share of script. */
export interface MainThreadTime {
  cpu: number;
  script: number;
}

/** Starts counting thread time, which excludes other processes of the machine. */
export async function startCounting(session: CDPSession): Promise<void> {
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
}

/** Main thread time of some work, divided by a number of repetitions. */
export async function mainThreadTimeOf(
  session: CDPSession,
  times: number,
  work: () => Promise<void>,
): Promise<MainThreadTime> {
  const before = await spentSoFar(session);
  await work();
  const after = await spentSoFar(session);
  return { cpu: (after.cpu - before.cpu) / times, script: (after.script - before.script) / times };
}

/** Size of the JavaScript heap after garbage collection, in MiB. */
export async function heapSizeOf(session: CDPSession): Promise<number> {
  await session.send('HeapProfiler.collectGarbage');
  await session.send('HeapProfiler.collectGarbage');
  return (await metric(session))('JSHeapUsedSize') / 2 ** 20;
}

async function spentSoFar(session: CDPSession): Promise<MainThreadTime> {
  const of = await metric(session);
  return { cpu: of('TaskDuration') * 1000, script: of('ScriptDuration') * 1000 };
}

async function metric(session: CDPSession): Promise<(name: string) => number> {
  const { metrics } = await session.send('Performance.getMetrics');
  const values = new Map(metrics.map(({ name, value }) => [name, value]));
  return (name) => values.get(name) ?? Number.NaN;
}
