import { cpus, loadavg, totalmem } from 'node:os';

/** Load average of the last minute when the benchmark began: later it contains the benchmark itself. */
const [loadBefore = 0] = loadavg();

/** Above this load average, other work disturbs the figures. */
const busyLoad = 1.5;

/** The date and the machine of a measurement, and how busy it was before, printed with the results. */
export function machine(): string {
  const [processor] = cpus();
  const cores = `${cpus().length} cores (${processor?.model.trim()})`;
  const memory = `${Math.round(totalmem() / 2 ** 30)} GiB`;
  const load = `load ${loadBefore.toFixed(1)} before`;
  return `${new Date().toISOString().slice(0, 16)}Z, ${cores}, ${memory}, Node ${process.versions.node}, ${load}`;
}

/** The heading of a result. It says so when the machine was busy, because such figures are only indicative. */
export function heading(title: string): string {
  return loadBefore > busyLoad ? `# ${title} (busy machine: load ${loadBefore.toFixed(1)})` : `# ${title}`;
}
