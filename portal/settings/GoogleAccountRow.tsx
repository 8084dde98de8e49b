import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { googleSignInErrors } from '#schemas/access/google-sign-in-errors.ts';
import type { AuthProvider } from '#schemas/generated/types.ts';
import { Banner } from '../look/Banner.tsx';
import { buttonClass } from '../look/Button.tsx';
import { googleReturn } from '../session/googleReturn.ts';
import { ReauthenticationBanner } from './ReauthenticationBanner.tsx';
import styles from './SettingsPage.module.css';
import { SignInMethodList } from './SignInMethodRow.tsx';

interface GoogleAccountRowProps {
  methods: AuthProvider[];
  isOn: boolean;
  isOwn: boolean;
}

/** The Google accounts linked to this account: link and unlink them. */
export function GoogleAccountRow({ methods, isOn, isOwn }: GoogleAccountRowProps) {
  const [{ error, returnPath }] = useState(() => googleReturn(location));
  const [isFresh, setFresh] = useState(error !== 'stale');
  const navigate = useNavigate();
  useEffect(() => {
    // Remove the code from the address, so that a reload does not show the error again.
    if (error) void navigate(returnPath, { replace: true });
  }, [error, returnPath, navigate]);
  return (
    <>
      <h3>Google</h3>
      <SignInMethodList
        methods={methods}
        isOwn={isOwn}
        textsOf={(method) => ({
          notes: isOn ? [] : ["Turned off at the moment. You can't sign in with it."],
          question: 'Unlink this Google account?',
          consequence: `You'll no longer be able to sign in with ${method.label ?? 'it'}, unless one of your addresses here belongs to the account. Signing in with it then links it again.`,
        })}
      />
      {methods.length === 0 && <p className={styles.hint}>{isOn ? 'No account linked.' : 'Turned off.'}</p>}
      {error && error !== 'stale' && <Banner status="error" title={googleSignInErrors[error].message} />}
      {!isFresh && (
        <ReauthenticationBanner
          subject="linking a Google account"
          note="Sign in, then link the account here."
          onBack={() => setFresh(true)}
        />
      )}
      {isOn && isOwn && (
        <div className={styles.actions}>
          <a className={buttonClass()} href={`/api/auth/google?purpose=link&wanted=${encodeURIComponent(returnPath)}`}>
            Link a Google account
          </a>
        </div>
      )}
    </>
  );
}
