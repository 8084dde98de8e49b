import { createMongoAbility, type MongoAbility, type RawRuleOf } from '@casl/ability';
import type { User } from '#schemas/generated/types.ts';
import { request } from './http.ts';

/** Who is signed in, with what that person may do (spec 6). */
export interface Session {
  user: User;
  ability: MongoAbility;
}

const freshFor = 30_000;
let kept: { session: Promise<Session | undefined>; asked: number } | undefined;

/**
 * The session of this browser, at most half a minute old; undefined when nobody is signed in. Rules are fetched anew
 * when the signed-in user changes. Throws what `request` throws.
 */
export function currentSession(): Promise<Session | undefined> {
  const now = Date.now();
  if (kept && now - kept.asked < freshFor) return kept.session;
  const session = load();
  kept = { session, asked: now };
  session.catch(() => forgetSession());
  return session;
}

/** Makes the next look ask the server again. */
export function forgetSession(): void {
  kept = undefined;
}

/** Nobody is an answer, too, and no error (spec 4). */
async function load(): Promise<Session | undefined> {
  const answer = await request('/api/auth/self');
  const { user, rules }: { user: User | null; rules: RawRuleOf<MongoAbility>[] } = answer.json;
  return user ? { user, ability: createMongoAbility(rules) } : undefined;
}
