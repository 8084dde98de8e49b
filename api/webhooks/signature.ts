import { createHmac, randomBytes } from 'node:crypto';

const prefix = 'whsec_';

/** A secret as the Standard Webhooks scheme writes it: 256 random bits. */
export const newWebhookSecret = (): string => prefix + randomBytes(32).toString('base64');

interface Message {
  id: string;
  /** Seconds since 1970. */
  timestamp: number;
  body: string;
}

/** The headers of a message, signed by the Standard Webhooks scheme, v1. */
export function signedMessage(secret: string, { id, timestamp, body }: Message): Record<string, string> {
  const key = Buffer.from(secret.slice(prefix.length), 'base64');
  const signature = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64');
  return {
    'webhook-id': id,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': `v1,${signature}`,
    'content-type': 'application/json',
    'user-agent': 'order-portal',
  };
}
