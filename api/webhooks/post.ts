import { ask } from '../outside/ask.ts';
import type { WayOut } from '../outside/connect.ts';

interface Posting {
  address: string;
  headers: Record<string, string>;
  body: string;
  way: WayOut;
  /** Milliseconds for all of it. */
  limit: number;
}

/**
 * Sends a body to an address and answers the status, and nothing else of what comes back: no redirect is followed, no body
 * read. Throws why there was no answer.
 */
export async function post({ address, ...posting }: Posting): Promise<number> {
  const { status } = await ask({ ...posting, url: new URL(address), method: 'POST' });
  return status;
}
