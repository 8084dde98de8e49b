import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';

/**
 * How a line behaves: it brings everything; nobody is there; each answer takes a second; who comes is sent away with a word; who
 * comes is let in and hears nothing.
 */
export type Mood = 'through' | 'down' | 'slow' | 'refusing' | 'half-open';

/** A line to a port of this machine, that can be cut or be in a mood. */
export interface Line {
  port: number;
  /** Brings so many bytes more and no others, whoever tries again; undefined lets all through. */
  cutAfter(bytes: number | undefined): void;
  /** From now on; what is open is broken off. */
  be(mood: Mood): Promise<void>;
  close(): Promise<void>;
}

/** Opens a line to a port. `refusal` is what a refusing one says. */
export async function lineTo(to: number, refusal = ''): Promise<Line> {
  const state: { left: number | undefined; mood: Mood } = { left: undefined, mood: 'through' };
  const open = new Set<Socket>();
  const keep = (socket: Socket) => {
    open.add(socket);
    // It breaks when we say so, or with its other end.
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
    be: async (mood) => {
      state.mood = mood;
      await close();
      if (mood !== 'down') await listen(address.port);
    },
    close,
  };
}

/** Brings each piece a second late. */
async function trickle(from: Socket, to: Socket): Promise<void> {
  try {
    for await (const piece of from) {
      await pause(1_000);
      to.write(piece);
    }
  } catch {
    // It was broken off, which who waits for it sees.
  }
}
