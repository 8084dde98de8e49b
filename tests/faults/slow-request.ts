import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { pollUntil } from '#tests/product/until.ts';

export type SlowRequest = {
  /** Sends the rest of the request and returns the status line of the response. */
  finish(): Promise<string>;
  /** Aborts it. */
  abandon(): void;
};

/** A request in flight: half of its body is sent, the rest follows on finish(). */
export async function beginRequest(url: string): Promise<SlowRequest> {
  const { origin, hostname, port } = new URL(url);
  const body = JSON.stringify({ key: 'nobody@example.com' });
  const socket = connect({ host: hostname, port: Number(port) });
  await once(socket, 'connect');
  const received = textOf(socket);
  socket.write(
    [
      'POST /api/auth/magic HTTP/1.1',
      `Host: ${hostname}:${port}`,
      `Origin: ${origin}`,
      'Content-Type: application/json',
      `Content-Length: ${body.length}`,
      'Expect: 100-continue',
      '\r\n',
    ].join('\r\n'),
  );
  // Wait for "100 Continue": the server has read the headers, and the request is in flight.
  await pollUntil({ label: 'the word to go on', seconds: 10 }, () => received().includes('100 Continue') || undefined);
  socket.write(body.slice(0, 5));
  return {
    finish: async () => {
      socket.write(body.slice(5));
      return pollUntil({ label: 'the answer', seconds: 20 }, () => /HTTP\/1\.1 [2-5].*/.exec(received())?.[0]);
    },
    abandon: () => socket.destroy(),
  };
}

function textOf(socket: Socket): () => string {
  const parts: string[] = [];
  socket.setEncoding('utf8').on('data', (part: string) => parts.push(part));
  // A forced shutdown resets the connection; the test then checks what has arrived.
  socket.on('error', (error) => parts.push(error.message));
  return () => parts.join('');
}
