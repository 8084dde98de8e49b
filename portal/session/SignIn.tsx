import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useNavigate } from 'react-router-dom';
import type { User } from '#schemas/generated/types.ts';
import { ApiError } from '../api/ApiError.ts';
import { request } from '../api/request.ts';
import { loadable } from '../forms/loadable.tsx';
import { Button } from '../look/Button.tsx';
import { UnloadedPage } from '../look/UnloadedPage.tsx';
import { useSession } from './SessionProvider.tsx';
import { takeWantedPath } from './wantedPath.ts';

const NotSignedIn = loadable(async () => (await import('./NotSignedIn.tsx')).NotSignedIn, { missing: UnloadedPage });

/**
 * Signs in by the link of a mail (design 5). In the browser that requested it, it goes on by itself; anywhere else it waits
 * for a press, since mail scanners open every link. Then home, and on to the place that was asked for.
 */
export function SignIn({ token }: { token: string }) {
  const hasBegun = useRef(false);
  const navigate = useNavigate();
  const { enter } = useSession();
  const verify = useMutation({
    mutationFn: (body: { token: string; isAutomatic: boolean }) =>
      request<User>({ method: 'POST', path: 'auth/magic/verify', body, isOpen: true }),
    onSuccess: (user) => {
      enter(user);
      const wanted = takeWantedPath(Date.now());
      if (wanted?.startsWith('/admin')) {
        location.replace(wanted);
        return;
      }
      void navigate('/', { replace: true });
      if (wanted) void navigate(wanted);
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

/** A browser that requested links holds a cookie that names it; the API knows whether this link is one of them. */
function hasRequestedHere(): boolean {
  return document.cookie.split('; ').some((each) => /^(__Host-)?link-asked=/.test(each));
}

/** Another site may have led here with a link of its own: the API refuses to use that without a press. */
const needsPress = (error: Error | null): boolean => error instanceof ApiError && error.needs === 'PRESS';
