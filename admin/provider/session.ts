import { createMongoAbility, type MongoAbility, type RawRuleOf } from '@casl/ability';
import type { User } from '#schemas/generated/types.ts';
import { request, statusOf } from './http.ts';

/** Who is signed in, with what that person may do (spec 6). */
export interface Session {
  user: User;
  ability: MongoAbility;
}

const freshFor = 30_000;
let kept: { session: Promise<Session | undefined>; asked: number } | undefined;

/**
 * The session of this browser, at most half a minute old; undefined when nobody is signed in. Rules are fetched anew
 * when the signed-in user changes. Throws what `request` throws, but for 401.
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

async function load(): Promise<Session | undefined> {
  try {
    const [me, rules] = await Promise.all([request('/api/users/me'), request('/api/auth/ability')]);
    const raw: RawRuleOf<MongoAbility>[] = rules.json;
    const user: User = me.json;
    return { user, ability: createMongoAbility(raw) };
  } catch (error) {
    // Spec 4: a 401 on loading oneself means signed out, not an error.
    if (statusOf(error) === 401) return undefined;
    throw error;
  }
}
