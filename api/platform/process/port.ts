import { once } from 'node:events';
import { createServer } from 'node:net';
import { StartFailure } from './start-failure.ts';

export type ListenAddress = { host: string; port: number };

const remedies: Record<string, (address: ListenAddress) => string> = {
  EADDRINUSE: ({ host, port }) =>
    `PORT ${port} on HOST ${host} is in use by another program. Stop that program, or set another PORT.`,
  EACCES: ({ port }) => `This user may not listen on PORT ${port}. Set a PORT above 1023.`,
  EADDRNOTAVAIL: ({ host }) => `HOST ${host} is not an address of this machine. Set one that is, or 0.0.0.0 for all.`,
  ENOTFOUND: ({ host }) => `HOST ${host} cannot be resolved. Set an address of this machine, or 0.0.0.0 for all.`,
};

/**
 * Checks that the port is available before starting or writing a database. Throws a StartFailure that names PORT or
 * HOST.
 */
export async function assertPortAvailable(address: ListenAddress): Promise<void> {
  const server = createServer().listen(address);
  try {
    await once(server, 'listening');
  } catch (error) {
    throw explainListening(error, address);
  }
  server.close();
  await once(server, 'close');
}

/** Converts a listen error to a StartFailure with a remedy; returns any other error unchanged. */
export function explainListening(error: unknown, address: ListenAddress): unknown {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  const remedy = remedies[code] ?? (code === 'EAI_AGAIN' ? remedies.ENOTFOUND : undefined);
  return remedy === undefined ? error : new StartFailure(remedy(address));
}
