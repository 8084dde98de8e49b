import { cpus, totalmem } from 'node:os';

/** The date and the machine of a measurement, printed with the results. */
export function machine(): string {
  const [processor] = cpus();
  const cores = `${cpus().length} cores (${processor?.model.trim()})`;
  const memory = `${Math.round(totalmem() / 2 ** 30)} GiB`;
  return `${new Date().toISOString().slice(0, 16)}Z, ${cores}, ${memory}, Node ${process.versions.node}`;
}
