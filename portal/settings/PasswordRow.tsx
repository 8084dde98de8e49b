import { useQuery } from '@tanstack/react-query';
import { useDeferredValue, useEffect, useRef, useState } from 'react';
import type { AuthProvider } from '#schemas/generated/types.ts';
import { ApiError } from '../api/ApiError.ts';
import { Banner } from '../look/Banner.tsx';
import { Button } from '../look/Button.tsx';
import { LabeledInput } from '../look/Field.tsx';
import { useSignedIn } from '../session/SessionProvider.tsx';
import { needsReauthentication, ReauthenticationBanner } from './ReauthenticationBanner.tsx';
import styles from './SettingsPage.module.css';
import { SignInMethodRow } from './SignInMethodRow.tsx';
import { useFormParams } from './useFormParams.ts';
import { useSaveSignInMethod } from './useSignInMethods.ts';

interface PasswordRowProps {
  /** Undefined if there is none yet. */
  method: AuthProvider | undefined;
  isOn: boolean;
  isOwn: boolean;
}

/** The user name and password: add, change, remove. */
export function PasswordRow({ method, isOn, isOwn }: PasswordRowProps) {
  const { values, store, clear } = useFormParams(['username']);
  const [isOpen, setOpen] = useState(values.username !== undefined);
  const close = () => {
    setOpen(false);
    clear();
  };
  const button = method ? 'Change' : 'Add a username and password';
  const open = !isOpen && isOn && isOwn && (
    <Button aria-label={method ? `Change ${method.key} or its password` : undefined} onClick={() => setOpen(true)}>
      {button}
    </Button>
  );
  return (
    <>
      <h3>Username and password</h3>
      {method && (
        <ul className={styles.rows}>
          <SignInMethodRow
            method={method}
            isOwn={isOwn}
            notes={isOn ? [] : ["Turned off at the moment. You can't sign in with it."]}
            question="Remove username and password?"
            consequence={`You'll no longer be able to sign in as ${method.key}.`}
          >
            {open}
          </SignInMethodRow>
        </ul>
      )}
      {!method && <p className={styles.hint}>{isOn ? 'Not set up.' : 'Turned off.'}</p>}
      {!method && open && <div className={styles.actions}>{open}</div>}
      {isOpen && isOwn && (
        <PasswordForm
          method={method}
          typed={values.username}
          onSave={(username) => store({ username })}
          onClose={close}
        />
      )}
    </>
  );
}

interface PasswordFormProps {
  method: AuthProvider | undefined;
  /** The user name stored in the address during a re-authentication. */
  typed: string | undefined;
  onSave: (username: string) => void;
  onClose: () => void;
}

const rule = 'At least 10 characters that are hard to guess, such as three unrelated words.';

function PasswordForm({ method, typed, onSave, onClose }: PasswordFormProps) {
  const first = useRef<HTMLInputElement>(null);
  useEffect(() => first.current?.focus(), []);
  const [key, setKey] = useState(typed ?? method?.key ?? '');
  const [challenge, setChallenge] = useState('');
  const save = useSaveSignInMethod(
    method ? 'Username and password changed' : 'You can now sign in with your password',
    onClose,
  );
  const problem = (path: string) =>
    save.error instanceof ApiError ? save.error.fields.find((each) => each.path === path)?.message : undefined;
  const isStale = needsReauthentication(save.error);
  const isShownAtInputs = problem('/key') !== undefined || problem('/challenge') !== undefined;
  const weakness = usePasswordWeakness(challenge, key);
  const isComplete = key.trim() !== '' && (challenge !== '' || (method !== undefined && key.trim() !== method.key));
  return (
    <form
      className={styles.add}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        const body = {
          ...(method ? {} : { type: 'BASIC' as const }),
          key: key.trim(),
          ...(challenge ? { challenge } : {}),
        };
        if (isComplete && !weakness && !save.isPending) save.mutate({ before: method, body });
      }}
    >
      <LabeledInput
        ref={first}
        label="Username"
        autoComplete="username"
        value={key}
        error={problem('/key')}
        onChange={({ target }) => setKey(target.value)}
      />
      <LabeledInput
        label={method ? 'New password' : 'Password'}
        type="password"
        autoComplete="new-password"
        hint={method ? `${rule} Leave this empty to keep the current one.` : rule}
        value={challenge}
        error={weakness ?? problem('/challenge')}
        onChange={({ target }) => setChallenge(target.value)}
      />
      {save.error && !isShownAtInputs && !isStale && <Banner status="error" title={save.error.message} />}
      <div className={styles.actions}>
        <Button type="submit" disabled={!isComplete || weakness !== undefined} isBusy={save.isPending}>
          Save
        </Button>
        <Button kind="quiet" onClick={onClose}>
          Cancel
        </Button>
      </div>
      {isStale && (
        <ReauthenticationBanner
          subject="changing a password"
          note="Your username isn't lost. You'll need to enter the password again."
          onLeave={() => onSave(key.trim())}
          onBack={save.reset}
        />
      )}
    </form>
  );
}

/**
 * Hook: why a typed password is too weak; undefined while that is not known, and for a strong one. The word lists are
 * loaded with the first character. The API checks again.
 */
function usePasswordWeakness(typed: string, userName: string): string | undefined {
  const { user } = useSignedIn();
  const password = useDeferredValue(typed);
  const { data: strength } = useQuery({
    queryKey: ['password-strength'],
    queryFn: () => import('#schemas/access/password-strength.ts'),
    enabled: typed !== '',
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (password === '') return undefined;
  return strength?.passwordWeakness(password, [user.name, user.email, userName]);
}
