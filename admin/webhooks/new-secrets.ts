import type { Webhook } from '#schemas/generated/types.ts';

/** Secrets of newly created webhooks, in memory only until they are shown. */
const secrets = new Map<string, string>();

/** Stores a new webhook's secret until its page opens. */
export function storeSecret({ id, secret }: Webhook): void {
  if (secret !== undefined) secrets.set(id, secret);
}

/** Returns and removes a new webhook's secret; undefined for all others. */
export function takeSecret(id: string): string | undefined {
  const secret = secrets.get(id);
  secrets.delete(id);
  return secret;
}
