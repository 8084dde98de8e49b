import { Outlet, useLocation } from 'react-router-dom';
import { loadable } from '../forms/loadable.tsx';
import { PageBoundary } from '../forms/PageBoundary.tsx';
import { Banner } from '../look/Banner.tsx';
import { Bounce } from '../look/Bounce.tsx';
import { Button } from '../look/Button.tsx';
import { ErrorPlace } from '../look/ErrorPlace.tsx';
import { useSession } from '../session/SessionProvider.tsx';
import { Frame } from './Frame.tsx';
import styles from './Gate.module.css';
import { SignedOut } from './SignedOut.tsx';
import { useHomeOnChange } from './useHomeOnChange.ts';

const ActingBar = loadable(async () => (await import('./ActingBar.tsx')).ActingBar);
const EndedSession = loadable(async () => (await import('./EndedSession.tsx')).EndedSession, { missing: SignedOut });

/** Route guard: shows the pages within the frame to signed-in people, and the sign-in page to everybody else. */
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
          <PageBoundary key={pathname} visit={key} fallback={() => <BrokenPage />}>
            <Outlet />
          </PageBoundary>
          {session.hasEnded && <EndedSession />}
        </Frame>
      );
  }
}

function BrokenPage() {
  return (
    <Banner
      status="error"
      title="This page could not be shown."
      actions={<Button onClick={() => location.reload()}>Reload</Button>}
    >
      What was saved is safe. If this happens again, please tell your administrator what you did before.
    </Banner>
  );
}
