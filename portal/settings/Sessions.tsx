import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Session as StoredSession } from '#schemas/generated/types.ts';
import { browserOf } from '#schemas/texts/browser-of.ts';
import { request } from '../api/request.ts';
import { Banner } from '../look/Banner.tsx';
import { Button } from '../look/Button.tsx';
import { RelativeTime } from '../look/RelativeTime.tsx';
import { useToast } from '../look/Toasts.tsx';
import { useSession } from '../session/SessionProvider.tsx';
import styles from './SettingsPage.module.css';

type Shown = Pick<StoredSession, 'id' | 'agent'> & Required<Pick<StoredSession, 'lastSeen'>> & { isCurrent: boolean };

/** The active sessions, with buttons to end one or all of them (design 5). */
export function Sessions() {
  const { signOut } = useSession();
  const cache = useQueryClient();
  const toast = useToast();
  const sessions = useQuery({
    queryKey: ['sessions'],
    queryFn: ({ signal }) => request<Shown[]>({ path: 'sessions', signal }),
  });
  const endOne = useMutation({
    mutationFn: ({ id }: Shown) => request({ method: 'DELETE', path: `sessions/${id}` }),
    onSuccess: (_, { agent }) => toast(`${browserOf(agent)} signed out`),
    onSettled: () => cache.invalidateQueries({ queryKey: ['sessions'] }),
  });
  const end = useMutation({
    mutationFn: async () => {
      await request({ method: 'DELETE', path: 'sessions' });
      // This session has ended, too; update the page.
      await signOut();
    },
  });
  return (
    <section className={styles.section} aria-labelledby="sessions">
      <h2 id="sessions">Where you're signed in</h2>
      {sessions.error && <Banner status="error" title={sessions.error.message} />}
      <ul className={styles.rows}>
        {sessions.data?.map((each) => (
          <li key={each.id} className={styles.row}>
            <span className={styles.name}>
              <span>{browserOf(each.agent)}</span>
              <span className={styles.note}>
                {each.isCurrent ? (
                  <span>This browser</span>
                ) : (
                  <span>
                    Last seen <RelativeTime instant={each.lastSeen} />
                  </span>
                )}
              </span>
            </span>
            {!each.isCurrent && (
              <Button
                kind="quiet"
                aria-label={`Sign out ${browserOf(each.agent)}`}
                isBusy={endOne.isPending && endOne.variables.id === each.id}
                onClick={() => endOne.mutate(each)}
              >
                Sign out
              </Button>
            )}
          </li>
        ))}
      </ul>
      {endOne.error && <Banner status="error" title={endOne.error.message} />}
      {end.error && <Banner status="error" title={end.error.message} />}
      <div className={styles.actions}>
        <Button isBusy={end.isPending} onClick={() => end.mutate()}>
          Sign out everywhere
        </Button>
      </div>
    </section>
  );
}
