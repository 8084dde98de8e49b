import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import type { User } from '#schemas/generated/types.ts';
import { ApiError } from '../api/ApiError.ts';
import { request } from '../api/request.ts';
import { lazyComponent } from '../forms/lazyComponent.tsx';
import { Button } from '../look/Button.tsx';
import { PageLoadError } from '../look/LoadError.tsx';
import styles from './MagicPage.module.css';
import { consumeReturnPath } from './returnPath.ts';
import { useSession } from './SessionProvider.tsx';

/** The prefix of address-verification tokens; sign-in tokens contain no dot. */
const verificationPrefix = 'verify.';

const VerifyAddress = lazyComponent(async () => (await import('./VerifyAddress.tsx')).VerifyAddress, {
  errorFallback: PageLoadError,
});

/** The landing page of links in mails (design 5): signs in by magic link, or verifies an e-mail address. */
export function MagicPage() {
  const [token] = useState(() => location.hash.slice(1));
  return (
    <main className={styles.page}>
      <h1>Portal</h1>
      {token.startsWith(verificationPrefix) ? <VerifyAddress token={token} /> : <SignIn token={token} />}
    </main>
  );
}

const NotSignedIn = lazyComponent(async () => (await import('./NotSignedIn.tsx')).NotSignedIn, {
  errorFallback: PageLoadError,
});

/**
 * Signs in by magic link (design 5). In the browser that requested the link, it does so automatically. Elsewhere it
 * waits for a click, because mail scanners open every link. Then it navigates Home, and on to the address that was
 * requested before.
 */
function SignIn({ token }: { token: string }) {
  const hasBegun = useRef(false);
  const navigate = useNavigate();
  const { setUser } = useSession();
  const verify = useMutation({
    mutationFn: (body: { token: string; isAutomatic: boolean }) =>
      request<User>({ method: 'POST', path: 'auth/magic/verify', body, isOpen: true }),
    onSuccess: (user) => {
      setUser(user);
      const stored = consumeReturnPath(Date.now());
      const returnPath = user.needsPasskey ? '/settings' : stored;
      if (returnPath?.startsWith('/admin')) {
        location.replace(returnPath);
        return;
      }
      void navigate('/', { replace: true });
      if (returnPath) void navigate(returnPath);
    },
  });
  const { mutate } = verify;
  useEffect(() => {
    if (hasBegun.current || !token || !hasRequestedHere()) return;
    hasBegun.current = true;
    mutate({ token, isAutomatic: true });
  }, [mutate, token]);
  const isWaiting = verify.isIdle || needsPress(verify.error);
  if (!token || (verify.error && !isWaiting)) return <NotSignedIn error={verify.error} />;
  return (
    <>
      {isWaiting && <p>This link signs you in here. It works once.</p>}
      <Button kind="primary" isBusy={!isWaiting} onClick={() => mutate({ token, isAutomatic: false })}>
        {isWaiting ? 'Sign in' : 'Signing in…'}
      </Button>
    </>
  );
}

/** Whether this browser has requested links: they set a cookie. The API knows whether this link is one of them. */
function hasRequestedHere(): boolean {
  return document.cookie.split('; ').some((each) => /^(__Host-)?link-requested=/.test(each));
}

/** Another site may have opened this page with a link of its own (login CSRF). The API then requires a click. */
const needsPress = (error: Error | null): boolean => error instanceof ApiError && error.needs === 'PRESS';
