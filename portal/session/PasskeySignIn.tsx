import type { AuthenticationResponseJSON } from '@simplewebauthn/browser';
import { useMutation } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { User } from '#schemas/generated/types.ts';
import { request } from '../api/request.ts';
import styles from './AdditionalSignIn.module.css';
import { rememberPasskeyUse } from './passkeyHint.ts';
import { useFinishSignIn } from './useFinishSignIn.ts';
import { offerPasskeys, requestPasskey } from './webauthn.ts';

/**
 * The sign-in with a passkey: by a press of the dialog's button, which `presses` counts, or from the autofill list of the
 * e-mail input. Renders the error.
 */
export function PasskeySignIn({ presses, onDone }: { presses: number; onDone: () => void }) {
  const finish = useFinishSignIn(onDone);
  const { mutate, isPending, isIdle, error } = useMutation({
    mutationFn: async (chosen: AuthenticationResponseJSON | null) => {
      const credential = chosen ?? (await requestPasskey());
      return await request<User>({ method: 'POST', path: 'auth/passkey', body: { credential }, isOpen: true });
    },
    onSuccess: (user) => {
      rememberPasskeyUse();
      finish(user);
    },
  });
  useEffect(() => {
    if (presses > 0) mutate(null);
  }, [presses, mutate]);
  // A press ends the offer; after a failure it starts again with a new challenge.
  const isPressed = isPending || (isIdle && presses > 0);
  useEffect(() => (isPressed ? undefined : offerPasskeys(mutate)), [isPressed, mutate]);
  return (
    <p className={styles.error} role="alert">
      {error?.message}
    </p>
  );
}
