import { useEffect, useRef, useState } from 'react';
import type { AuthProvider } from '#schemas/generated/types.ts';
import { ApiError } from '../api/ApiError.ts';
import { Banner } from '../look/Banner.tsx';
import { Button } from '../look/Button.tsx';
import { LabeledInput } from '../look/Field.tsx';
import { needsReauthentication, ReauthenticationBanner } from './ReauthenticationBanner.tsx';
import styles from './SettingsPage.module.css';
import { SignInMethodRow } from './SignInMethodRow.tsx';
import { useFormParams } from './useFormParams.ts';
import { usePasswordWeakness } from './usePasswordWeakness.ts';
import { useSaveSignInMethod } from './useSignInMethods.ts';

interface PasswordWayProps {
  /** Undefined if there is none yet. */
  way: AuthProvider | undefined;
  isOn: boolean;
  isOwn: boolean;
}

/** The user name and password: add, change, remove. */
export function PasswordRow({ way, isOn, isOwn }: PasswordWayProps) {
  const { values, store, clear } = useFormParams(['username']);
  const [isOpen, setOpen] = useState(values.username !== undefined);
  const close = () => {
    setOpen(false);
    clear();
  };
  const button = way ? 'Change' : 'Add a username and password';
  const open = !isOpen && isOn && isOwn && (
    <Button aria-label={way ? `Change ${way.key} or its password` : undefined} onClick={() => setOpen(true)}>
      {button}
    </Button>
  );
  return (
    <>
      <h3>Username and password</h3>
      {way && (
        <ul className={styles.rows}>
          <SignInMethodRow
            method={way}
            isOwn={isOwn}
            notes={isOn ? [] : ["Turned off at the moment. You can't sign in with it."]}
            question="Remove username and password?"
            consequence={`You'll no longer be able to sign in as ${way.key}.`}
          >
            {open}
          </SignInMethodRow>
        </ul>
      )}
      {!way && <p className={styles.hint}>{isOn ? 'Not set up.' : 'Turned off.'}</p>}
      {!way && open && <div className={styles.actions}>{open}</div>}
      {isOpen && isOwn && (
        <PasswordForm way={way} typed={values.username} onKeep={(username) => store({ username })} onClose={close} />
      )}
    </>
  );
}

interface PasswordFormProps {
  way: AuthProvider | undefined;
  /** The user name stored in the address during a re-authentication. */
  typed: string | undefined;
  onKeep: (username: string) => void;
  onClose: () => void;
}

const rule = 'At least 10 characters that are hard to guess, such as three unrelated words.';

function PasswordForm({ way, typed, onKeep, onClose }: PasswordFormProps) {
  const first = useRef<HTMLInputElement>(null);
  useEffect(() => first.current?.focus(), []);
  const [key, setKey] = useState(typed ?? way?.key ?? '');
  const [challenge, setChallenge] = useState('');
  const save = useSaveSignInMethod(
    way ? 'Username and password changed' : 'You can now sign in with your password',
    onClose,
  );
  const problem = (path: string) =>
    save.error instanceof ApiError ? save.error.fields.find((each) => each.path === path)?.message : undefined;
  const isStale = needsReauthentication(save.error);
  const isShownAtInputs = problem('/key') !== undefined || problem('/challenge') !== undefined;
  const weakness = usePasswordWeakness(challenge, key);
  const isComplete = key.trim() !== '' && (challenge !== '' || (way !== undefined && key.trim() !== way.key));
  return (
    <form
      className={styles.add}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        const body = {
          ...(way ? {} : { type: 'BASIC' as const }),
          key: key.trim(),
          ...(challenge ? { challenge } : {}),
        };
        if (isComplete && !weakness && !save.isPending) save.mutate({ before: way, body });
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
        label={way ? 'New password' : 'Password'}
        type="password"
        autoComplete="new-password"
        hint={way ? `${rule} Leave this empty to keep the current one.` : rule}
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
          what="changing a password"
          kept="Your username isn't lost. You'll need to enter the password again."
          onLeave={() => onKeep(key.trim())}
          onBack={save.reset}
        />
      )}
    </form>
  );
}
