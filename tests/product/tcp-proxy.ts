import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';

/**
 * The condition of a TCP proxy: passes everything; rejects connections; delays each chunk by a second; answers a
 * rejection and closes; accepts connections and never responds.
 */
export type ProxyCondition = 'through' | 'down' | 'slow' | 'refusing' | 'half-open';

/** A TCP proxy to a local port, for fault injection: it can be cut or set to a condition. */
export interface TcpProxy {
  port: number;
  /** Passes that many more bytes in total, across reconnects; undefined removes the limit. */
  cutAfter(bytes: number | undefined): void;
  /** Sets the condition from now on; open connections are reset. */
  setCondition(mood: ProxyCondition): Promise<void>;
  close(): Promise<void>;
}

/** Opens a proxy to a port. `refusal` is the answer of a refusing proxy. */
export async function openTcpProxy(to: number, refusal = ''): Promise<TcpProxy> {
  const state: { left: number | undefined; mood: ProxyCondition } = { left: undefined, mood: 'through' };
  const open = new Set<Socket>();
  const keep = (socket: Socket) => {
    open.add(socket);
    // A connection ends when the proxy resets it, or when the other end does.
    socket.on('error', () => undefined).on('close', () => open.delete(socket));
  };
  const server = createServer((from) => {
    keep(from);
    if (state.mood === 'half-open') return;
    if (state.mood === 'refusing') return void from.end(refusal);
    const far = connect(to, '127.0.0.1');
    keep(far);
    from.on('data', (chunk) => {
      if (state.left === undefined) return;
      state.left -= chunk.length;
      if (state.left < 0) from.destroy();
    });
    from.on('close', () => far.destroy()).pipe(far);
    far.on('close', () => from.destroy());
    if (state.mood === 'slow') void trickle(far, from);
    else far.pipe(from);
  });
  const listen = async (port: number) => {
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
  };
  const close = async () => {
    const closed = server.listening ? once(server, 'close') : undefined;
    if (closed) server.close();
    for (const socket of open) socket.destroy();
    await closed;
  };
  await listen(0);
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The line has no port');
  return {
    port: address.port,
    cutAfter: (bytes) => {
      state.left = bytes;
    },
    setCondition: async (mood) => {
      state.mood = mood;
      await close();
      if (mood !== 'down') await listen(address.port);
    },
    close,
  };
}

/** Delays each chunk by a second. */
async function trickle(from: Socket, to: Socket): Promise<void> {
  try {
    for await (const piece of from) {
      await pause(1_000);
      to.write(piece);
    }
  } catch {
    // The connection was reset; the waiting side notices that itself.
  }
}
