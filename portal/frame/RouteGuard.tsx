import { useEffect, useRef } from 'react';
import { Outlet, useLocation, useNavigate } from 'react-router-dom';
import { lazyComponent } from '../forms/lazyComponent.tsx';
import { PageErrorBoundary } from '../forms/PageErrorBoundary.tsx';
import { Banner } from '../look/Banner.tsx';
import bounceLoaderStyles from '../look/BounceLoader.module.css';
import { Button } from '../look/Button.tsx';
import { LoadError } from '../look/LoadError.tsx';
import { type Session, useSession } from '../session/SessionProvider.tsx';
import { Frame } from './Frame.tsx';
import styles from './RouteGuard.module.css';
import { SignedOutPage } from './SignedOutPage.tsx';

const ActingBar = lazyComponent(async () => (await import('./ImpersonationBanner.tsx')).ImpersonationBanner);
const EndedSession = lazyComponent(async () => (await import('./SessionExpiredBanner.tsx')).SessionExpiredBanner, {
  errorFallback: SignedOutPage,
});

/** Route guard: shows the pages within the frame to signed-in people, and the sign-in page to everybody else. */
export function RouteGuard() {
  const session = useSession();
  // The state is the path under which the same page was opened: a new order gets its own when it is created.
  const { pathname, key, state } = useLocation();
  useRedirectOnSignIn(session);
  switch (session.state) {
    case 'loading':
      return (
        <main>
          <BounceLoader />
        </main>
      );
    case 'failed':
      return (
        <main className={styles.alone}>
          <LoadError error={session.error} onRetry={() => void session.reload()} />
        </main>
      );
    case 'signedOut':
      return <SignedOutPage />;
    case 'signedIn':
      return (
        <Frame>
          {session.user.proxiedBy && <ActingBar />}
          <PageErrorBoundary key={state ?? pathname} resetKey={key} fallback={() => <BrokenPage />}>
            <Outlet />
          </PageErrorBoundary>
          {session.hasEnded && <EndedSession />}
        </Frame>
      );
  }
}

function BrokenPage() {
  return (
    <Banner
      status="error"
      title="This page couldn't be displayed."
      actions={<Button onClick={() => location.reload()}>Reload</Button>}
    >
      Your saved work is safe. If this happens again, tell your administrator what you were doing.
    </Banner>
  );
}

/**
 * Navigates Home when another person signs in, or the person signs out (spec 2). After a sign-in it continues to the
 * address that was requested before (design 5).
 */
function useRedirectOnSignIn(session: Session): void {
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  const person = session.state === 'signedIn' ? session.user.id : session.state === 'signedOut' ? null : undefined;
  const before = useRef(person);
  const returnTo = useRef('/');
  returnTo.current = person === null ? `${pathname}${search}` : returnTo.current;
  useEffect(() => {
    if (person === undefined) return;
    const previous = before.current;
    before.current = person;
    if (previous === undefined || previous === person) return;
    void navigate('/', { replace: person !== null });
    if (previous === null && returnTo.current !== '/') void navigate(returnTo.current);
  }, [person, navigate]);
}

/** The loading animation until the first screen is rendered (spec 9, 'Bounce loader'). */
function BounceLoader() {
  return (
    <div className={bounceLoaderStyles.bounce} role="status" aria-label="Loading">
      <i />
      <i />
      <i />
    </div>
  );
}
