import { once } from 'node:events';
import { createServer } from 'node:net';
import { StartFailure } from './start-failure.ts';

export type Address = { host: string; port: number };

const remedies: Record<string, (address: Address) => string> = {
  EADDRINUSE: ({ host, port }) =>
    `PORT ${port} on HOST ${host} is taken by another program. Stop that one, or set another PORT.`,
  EACCES: ({ port }) => `PORT ${port} is not open to this user. Set a PORT above 1023.`,
  EADDRNOTAVAIL: ({ host }) => `HOST ${host} is no address of this machine. Set one that is, or 0.0.0.0 for all.`,
  ENOTFOUND: ({ host }) => `HOST ${host} is not known here. Set an address of this machine, or 0.0.0.0 for all.`,
};

/**
 * Makes sure that the port can be had, before a database is started or written for a start that must fail. Throws a
 * StartFailure that names PORT or HOST.
 */
export async function requirePort(address: Address): Promise<void> {
  const server = createServer().listen(address);
  try {
    await once(server, 'listening');
  } catch (error) {
    throw explainListening(error, address);
  }
  server.close();
  await once(server, 'close');
}

/** The system's error on listening as a line for a person; any other error as it is. */
export function explainListening(error: unknown, address: Address): unknown {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  const remedy = remedies[code] ?? (code === 'EAI_AGAIN' ? remedies.ENOTFOUND : undefined);
  return remedy === undefined ? error : new StartFailure(remedy(address));
}
