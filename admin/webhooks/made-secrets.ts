import type { Webhook } from '#schemas/generated/types.ts';

/** The secrets of webhooks that were made here a moment ago, by their ids: in memory alone, until they are shown once. */
const secrets = new Map<string, string>();

/** Keeps the secret that came with a new webhook until its page opens. */
export function keepSecret({ id, secret }: Webhook): void {
  if (secret !== undefined) secrets.set(id, secret);
}

/** The secret of a webhook that was just made, once; undefined for all others. */
export function takeSecret(id: string): string | undefined {
  const secret = secrets.get(id);
  secrets.delete(id);
  return secret;
}
