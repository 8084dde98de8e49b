import { createMongoAbility, type MongoAbility, type RawRuleOf } from '@casl/ability';
import { useQuery } from '@tanstack/react-query';
import type { User } from '#schemas/generated/types.ts';
import { request } from './http.ts';

/** The signed-in user and their permissions (spec 6). */
export interface Session {
  user: User;
  ability: MongoAbility;
}

const maxAge = 30_000;
let cache: { session: Promise<Session | undefined>; loadedAt: number } | undefined;

/**
 * Returns the session with its permissions, cached for 30 seconds; undefined when signed out. Throws what `request`
 * throws.
 */
export function currentSession(): Promise<Session | undefined> {
  const now = Date.now();
  if (cache && now - cache.loadedAt < maxAge) return cache.session;
  const session = load();
  cache = { session, loadedAt: now };
  session.catch(() => invalidateSession());
  return session;
}

/** Invalidates the session cache. */
export function invalidateSession(): void {
  cache = undefined;
}

/** The API answers without a user when signed out, which is not an error (spec 4). */
async function load(): Promise<Session | undefined> {
  const answer = await request('/api/auth/self');
  const { user, rules }: { user: User | null; rules: RawRuleOf<MongoAbility>[] } = answer.json;
  return user ? { user, ability: createMongoAbility(rules) } : undefined;
}

/** The session of the signed-in user; undefined while loading. */
export function useSession(): Session | undefined {
  const { data } = useQuery({
    queryKey: ['session'],
    // A query function must not return undefined.
    queryFn: async () => (await currentSession()) ?? null,
  });
  return data ?? undefined;
}
