import { Outlet, useLocation } from 'react-router-dom';
import { loadable } from '../forms/loadable.tsx';
import { Bounce } from '../look/Bounce.tsx';
import { ErrorPlace } from '../look/ErrorPlace.tsx';
import { useSession } from '../session/SessionProvider.tsx';
import { Frame } from './Frame.tsx';
import styles from './Gate.module.css';
import { PageBoundary } from './PageBoundary.tsx';
import { SignedOut } from './SignedOut.tsx';
import { useHomeOnChange } from './useHomeOnChange.ts';

const ActingBar = loadable(async () => (await import('./ActingBar.tsx')).ActingBar);
const EndedSession = loadable(async () => (await import('./EndedSession.tsx')).EndedSession, { missing: SignedOut });

/** Lets signed-in people to the pages, within the frame; everyone else sees the way in. */
export function Gate() {
  const session = useSession();
  const { pathname, key } = useLocation();
  useHomeOnChange(session);
  switch (session.state) {
    case 'loading':
      return (
        <main>
          <Bounce />
        </main>
      );
    case 'failed':
      return (
        <main className={styles.alone}>
          <ErrorPlace error={session.error} onRetry={() => void session.reload()} />
        </main>
      );
    case 'signedOut':
      return <SignedOut />;
    case 'signedIn':
      return (
        <Frame>
          {session.user.proxiedBy && <ActingBar />}
          <PageBoundary key={pathname} visit={key}>
            <Outlet />
          </PageBoundary>
          {session.hasEnded && <EndedSession />}
        </Frame>
      );
  }
}
