import { cpus, totalmem } from 'node:os';

/** When figures are measured, and on what: each of them is told with it. */
export function machine(): string {
  const [processor] = cpus();
  const cores = `${cpus().length} cores (${processor?.model.trim()})`;
  const memory = `${Math.round(totalmem() / 2 ** 30)} GiB`;
  return `${new Date().toISOString().slice(0, 16)}Z, ${cores}, ${memory}, Node ${process.versions.node}`;
}
