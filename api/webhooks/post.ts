import type { OutboundPolicy } from '../outside/guarded-connector.ts';
import { sendRequest } from '../outside/send-request.ts';

interface PostOptions {
  address: string;
  headers: Record<string, string>;
  body: string;
  policy: OutboundPolicy;
  /** Timeout in milliseconds for the whole request. */
  limit: number;
}

/**
 * Posts a body and returns only the response status: no redirect is followed and no body read. Rejects with the reason
 * when there is no response.
 */
export async function postWebhook({ address, ...options }: PostOptions): Promise<number> {
  const { status } = await sendRequest({ ...options, url: new URL(address), method: 'POST' });
  return status;
}
