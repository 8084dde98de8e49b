import { createHmac, randomBytes } from 'node:crypto';

const prefix = 'whsec_';

/** A secret in the format of Standard Webhooks: 256 random bits. */
export const newWebhookSecret = (): string => prefix + randomBytes(32).toString('base64');

interface Message {
  id: string;
  /** Unix time in seconds. */
  timestamp: number;
  body: string;
}

/** The headers of a message, signed as in Standard Webhooks v1 (HMAC-SHA-256). */
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
