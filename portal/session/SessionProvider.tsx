import { type QueryClient, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { createContext, type ReactNode, useContext, useEffect, useMemo, useState } from 'react';
import type { User } from '#schemas/generated/types.ts';
import { answerAlong, onSessionEnd, request } from '../api/request.ts';
import { forgetSentAlong } from '../api/sentAlong.ts';
import { type AbilityRule, abilityOf, type PortalAbility } from './ability.ts';
import { forgetAddress, rememberAddress } from './lastAddress.ts';
import { onOtherTab, tellOtherTabs } from './otherTabs.ts';

export type SignedIn = {
  state: 'signedIn';
  user: User;
  ability: PortalAbility;
  /** The server has forgotten us: the page stays until the same person returns or gives up (design 5). */
  hasEnded: boolean;
};

export type Session = { state: 'loading' } | { state: 'failed'; error: Error } | { state: 'signedOut' } | SignedIn;

type SessionActions = {
  /** Asks the server again who is signed in. */
  reload: () => Promise<void>;
  /** The server has just said who is signed in. */
  enter: (user: User) => void;
  signOut: () => Promise<void>;
  /** Leaves the page of a session that has ended. */
  giveUp: () => void;
};

const SessionContext = createContext<(Session & SessionActions) | undefined>(undefined);

/** Who is signed in. Throws outside of SessionProvider. */
export function useSession(): Session & SessionActions {
  const session = useContext(SessionContext);
  if (!session) throw new Error('No SessionProvider');
  return session;
}

/** The signed-in person and what they may do, for pages that only signed-in people see. */
export function useSignedIn(): SignedIn {
  const session = useSession();
  if (session.state !== 'signedIn') throw new Error('Nobody is signed in');
  return session;
}

type Self = { user: User | null; rules: AbilityRule[] };

const selfCall = { path: 'auth/self', isOpen: true };

const selfQuery = queryOptions({
  queryKey: ['self'],
  queryFn: async ({ client }) => {
    const known = () => client.getQueryData<User | null>(['self']);
    const before = known();
    const { user, rules } = await loadSelf();
    const now = known();
    // Who has come or gone while this was asked is newer than its answer.
    if (now !== undefined && now !== before) return now;
    if (user) {
      client.setQueryData(rulesQuery(user.id).queryKey, rules);
      rememberAddress(user);
    }
    return user;
  },
  staleTime: 60_000,
});

/** What a person may do; asked for again for each other person (spec 6). */
const rulesQuery = (userId: string | undefined) =>
  queryOptions({
    queryKey: ['ability', userId],
    queryFn: () => request<AbilityRule[]>({ path: 'auth/ability', isOpen: true }),
    staleTime: 60_000,
  });

/** Begins with who is there, where the server has sent that with the page; answers whether it is somebody. */
export function beginSession(cache: QueryClient): boolean {
  const self = answerAlong<Self>(selfCall);
  if (!self) return false;
  const { user, rules } = self;
  cache.setQueryData(selfQuery.queryKey, user);
  if (!user) return false;
  cache.setQueryData(rulesQuery(user.id).queryKey, rules);
  rememberAddress(user);
  return true;
}

export function SessionProvider({ children }: { children: ReactNode }) {
  const cache = useQueryClient();
  const self = useQuery(selfQuery);
  // Whose pages are shown: stays when the session ends under them.
  const [shown, setShown] = useState<User | null>(null);
  if (self.data && self.data !== shown) setShown(self.data);
  // Nobody may do anything once the session has ended: the page that stays goes by what was so before.
  const rules = useQuery({ ...rulesQuery(shown?.id), enabled: shown !== null && self.data !== null });
  const ability = useMemo(() => abilityOf(rules.data), [rules.data]);

  useEffect(
    () =>
      onSessionEnd(() => {
        forgetSentAlong();
        cache.setQueryData(selfQuery.queryKey, null);
      }),
    [cache],
  );
  useEffect(
    () =>
      onOtherTab(() => {
        forgetSentAlong();
        void cache.invalidateQueries(selfQuery);
      }),
    [cache],
  );

  const actions = useMemo<SessionActions>(() => {
    const become = (user: User | null) => {
      if (user) rememberAddress(user);
      else forgetAddress();
      cache.setQueryData(selfQuery.queryKey, user);
      setShown(user);
    };
    return {
      reload: () => cache.invalidateQueries(selfQuery),
      enter: (user) => {
        become(user);
        tellOtherTabs();
      },
      signOut: async () => {
        const isActing = cache.getQueryData(selfQuery.queryKey)?.proxiedBy;
        await request({ method: 'POST', path: 'auth/logout', body: {}, isOpen: true });
        // Who acted for somebody is there again as themselves; else there is nobody to ask for.
        become(isActing ? (await loadSelf()).user : null);
        tellOtherTabs();
      },
      giveUp: () => become(null),
    };
  }, [cache]);

  const hasEnded = shown !== null && self.data === null;
  const session = useMemo((): Session & SessionActions => {
    // Nothing is asked that the person may not have, so that their pages begin with the rules.
    if (self.isPending || (shown && rules.isLoading)) return { state: 'loading', ...actions };
    if (shown) return { state: 'signedIn', user: shown, ability, hasEnded, ...actions };
    if (self.error) return { state: 'failed', error: self.error, ...actions };
    return { state: 'signedOut', ...actions };
  }, [shown, ability, hasEnded, actions, self.isPending, self.error, rules.isLoading]);
  return <SessionContext value={session}>{children}</SessionContext>;
}

/** Who is signed in and what they may do, or nobody: both are answers and no error. */
const loadSelf = () => request<Self>(selfCall);
