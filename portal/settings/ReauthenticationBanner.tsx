import { useEffect, useState } from 'react';
import { ApiError } from '../api/ApiError.ts';
import { Banner } from '../look/Banner.tsx';
import { Button } from '../look/Button.tsx';
import { LoginModal } from '../session/LoginModal.tsx';
import { onOtherTab, useSignedIn } from '../session/SessionProvider.tsx';

/** Whether a change was rejected because it requires a recent sign-in (re-authentication, design 5). */
export const needsReauthentication = (error: Error | null): boolean =>
  error instanceof ApiError && error.needs === 'RECENT_SIGN_IN';

/**
 * Asks for re-authentication before a change. The magic link returns to this address; `onLeave` stores the form's
 * values in it. `onBack` is called when another tab has signed in, or the sign-in dialog is closed.
 */
export function ReauthenticationBanner({
  subject,
  note = "What you typed isn't lost.",
  onLeave,
  onBack,
}: {
  subject: string;
  note?: string;
  onLeave?: () => void;
  onBack: () => void;
}) {
  const { user } = useSignedIn();
  const [isAsking, setAsking] = useState(false);
  useEffect(() => onOtherTab(onBack), [onBack]);
  return (
    <>
      <Banner
        status="warn"
        title={`For security, ${subject} requires a sign-in within the last 15 minutes`}
        actions={
          <Button
            onClick={() => {
              onLeave?.();
              setAsking(true);
            }}
          >
            Sign in again
          </Button>
        }
      >
        {note}
      </Banner>
      {isAsking && (
        <LoginModal
          address={user.email}
          note="Open the link in this browser. It brings you back here to continue."
          onClose={() => {
            setAsking(false);
            // The dialog may have signed in, by a code or a passkey.
            onBack();
          }}
        />
      )}
    </>
  );
}
