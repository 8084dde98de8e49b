import { type QueryClient, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { createContext, type ReactNode, useContext, useEffect, useMemo, useState } from 'react';
import type { User } from '#schemas/generated/types.ts';
import { clearPreloadedResponses, onSessionEnd, preloadedResponse, request } from '../api/request.ts';
import { type AbilityRule, abilityOf, type PortalAbility } from './ability.ts';
import { clearLastEmail, storeLastEmail } from './lastEmail.ts';

/** The state of a signed-in person. */
export type SignedIn = {
  state: 'signedIn';
  user: User;
  ability: PortalAbility;
  /**
   * The session has expired on the server. The page stays until the same person signs in again or leaves it (design 5).
   */
  hasEnded: boolean;
};

export type Session = { state: 'loading' } | { state: 'failed'; error: Error } | { state: 'signedOut' } | SignedIn;

type SessionActions = {
  /** Refetches the session. */
  reload: () => Promise<void>;
  /** Sets the user whom the server has just signed in. */
  setUser: (user: User) => void;
  signOut: () => Promise<void>;
  /** Leaves the page of an expired session. */
  leave: () => void;
};

const SessionContext = createContext<(Session & SessionActions) | undefined>(undefined);

/** Hook: the session and its actions. Throws an Error outside of SessionProvider. */
export function useSession(): Session & SessionActions {
  const session = useContext(SessionContext);
  if (!session) throw new Error('No SessionProvider');
  return session;
}

/**
 * Hook: the signed-in person and their abilities, for pages behind the sign-in. Throws an Error when nobody is signed
 * in.
 */
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
    const cachedUser = () => client.getQueryData<User | null>(['self']);
    const before = cachedUser();
    const { user, rules } = await loadSelf();
    const now = cachedUser();
    // If somebody signed in or out during the request, its response is stale.
    if (now !== undefined && now !== before) return now;
    if (user) {
      client.setQueryData(rulesQuery(user.id).queryKey, rules);
      storeLastEmail(user);
    }
    return user;
  },
  staleTime: 60_000,
});

/** Query options of a person's access rules (spec 6); the key contains the user id. */
const rulesQuery = (userId: string | undefined) =>
  queryOptions({
    queryKey: ['ability', userId],
    queryFn: () => request<AbilityRule[]>({ path: 'auth/ability', isOpen: true }),
    staleTime: 60_000,
  });

/**
 * Initializes the session from the response that the server preloaded into the page. Returns whether somebody is signed
 * in.
 */
export function initSession(cache: QueryClient): boolean {
  const self = preloadedResponse<Self>(selfCall);
  if (!self) return false;
  const { user, rules } = self;
  cache.setQueryData(selfQuery.queryKey, user);
  if (!user) return false;
  cache.setQueryData(rulesQuery(user.id).queryKey, rules);
  storeLastEmail(user);
  return true;
}

/** Provides the session: who is signed in, their abilities, and sign-in, sign-out and expiry. */
export function SessionProvider({ children }: { children: ReactNode }) {
  const cache = useQueryClient();
  const self = useQuery(selfQuery);
  // The person whose pages are shown; stays set when their session expires.
  const [shown, setShown] = useState<User | null>(null);
  if (self.data && self.data !== shown) setShown(self.data);
  // Do not refetch the rules of an expired session: the page keeps those that applied before.
  const rules = useQuery({ ...rulesQuery(shown?.id), enabled: shown !== null && self.data !== null });
  const ability = useMemo(() => abilityOf(rules.data), [rules.data]);

  useEffect(
    () =>
      onSessionEnd(() => {
        clearPreloadedResponses();
        cache.setQueryData(selfQuery.queryKey, null);
      }),
    [cache],
  );
  useEffect(
    () =>
      onOtherTab(() => {
        clearPreloadedResponses();
        void cache.invalidateQueries(selfQuery);
      }),
    [cache],
  );

  const actions = useMemo<SessionActions>(() => {
    const setUser = (user: User | null) => {
      if (user) storeLastEmail(user);
      else clearLastEmail();
      cache.setQueryData(selfQuery.queryKey, user);
      setShown(user);
    };
    return {
      reload: () => cache.invalidateQueries(selfQuery),
      setUser: (user) => {
        setUser(user);
        notifyOtherTabs();
      },
      signOut: async () => {
        const isActing = cache.getQueryData(selfQuery.queryKey)?.proxiedBy;
        await request({ method: 'POST', path: 'auth/logout', body: {}, isOpen: true });
        // If the person acted for somebody, the end of the impersonation restores their own session.
        setUser(isActing ? (await loadSelf()).user : null);
        notifyOtherTabs();
      },
      leave: () => setUser(null),
    };
  }, [cache]);

  const hasEnded = shown !== null && self.data === null;
  const session = useMemo((): Session & SessionActions => {
    // Wait for the rules, so that pages request only what the person may read.
    if (self.isPending || (shown && rules.isLoading)) return { state: 'loading', ...actions };
    if (shown) return { state: 'signedIn', user: shown, ability, hasEnded, ...actions };
    if (self.error) return { state: 'failed', error: self.error, ...actions };
    return { state: 'signedOut', ...actions };
  }, [shown, ability, hasEnded, actions, self.isPending, self.error, rules.isLoading]);
  return <SessionContext value={session}>{children}</SessionContext>;
}

/** Fetches the session. Being signed out is a valid response, not an error. */
const loadSelf = () => request<Self>(selfCall);

/** Notifies other tabs of sign-in and sign-out (BroadcastChannel), because the tabs of a browser share one session. */
const channel = new BroadcastChannel('portal-session');

/** Notifies the other tabs that somebody signed in or out. */
function notifyOtherTabs(): void {
  channel.postMessage('changed');
}

/** Subscribes to sign-in and sign-out in other tabs. Returns the function that unsubscribes. */
export function onOtherTab(listener: () => void): () => void {
  channel.addEventListener('message', listener);
  return () => channel.removeEventListener('message', listener);
}
