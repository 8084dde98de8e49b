import { once } from 'node:events';
import { connect, createServer } from 'node:net';

/** Returns a currently free port of 127.0.0.1. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('the system returned no port');
  return address.port;
}

/** Returns whether a server listens on that port of 127.0.0.1. */
export async function isListening(port: number): Promise<boolean> {
  const socket = connect({ port, host: '127.0.0.1' });
  try {
    await once(socket, 'connect');
    return true;
  } catch {
    // Connection refused.
    return false;
  } finally {
    socket.destroy();
  }
}
