import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useEffect, useId, useState } from 'react';
import { createPortal } from 'react-dom';
import { useNavigate } from 'react-router-dom';
import { googleReturn, googleSignInErrors } from '#schemas/access/google-sign-in-errors.ts';
import type { User } from '#schemas/generated/types.ts';
import { request } from '../api/request.ts';
import { lazyComponent } from '../forms/lazyComponent.tsx';
import { Button, buttonClass } from '../look/Button.tsx';
import { LabeledInput } from '../look/Field.tsx';
import styles from './AdditionalSignIn.module.css';
import { useFinishSignIn } from './useFinishSignIn.ts';

/**
 * An additional sign-in method: the code of the mail, a passkey, or Google and password if they are enabled. `onDone`
 * closes the dialog.
 */
export function AdditionalSignIn({
  by,
  presses = 0,
  onDone,
}: {
  by: 'google' | 'basic' | 'code' | 'passkey';
  /** How often the button of a passkey was pressed. */
  presses?: number;
  onDone: () => void;
}) {
  if (by === 'google') return <GoogleSignIn />;
  if (by === 'passkey') return <LazyPasskeySignIn presses={presses} onDone={onDone} />;
  return by === 'code' ? <CodeSignIn onDone={onDone} /> : <PasswordSignIn onDone={onDone} />;
}

const LazyPasskeySignIn = lazyComponent(async () => (await import('./PasskeySignIn.tsx')).PasskeySignIn);

/** The sign-in by the six digits of the mail, in the browser that requested it. */
function CodeSignIn({ onDone }: { onDone: () => void }) {
  const [code, setCode] = useState('');
  const digits = code.replace(/\D/g, '');
  const { form, submit, signIn } = useSignInForm({
    path: 'auth/magic/code',
    body: digits.length === 6 ? { code: digits } : undefined,
    onDone,
  });
  return (
    <div className={styles.code}>
      <DetachedForm id={form} onSubmit={submit} />
      <LabeledInput
        form={form}
        label="Code in the mail"
        // The press that opens it asks for it.
        autoFocus
        name="code"
        autoComplete="one-time-code"
        inputMode="numeric"
        placeholder="6 digits"
        value={code}
        error={signIn.error?.message}
        onChange={({ target }) => {
          setCode(target.value);
          signIn.reset();
        }}
      />
      <Button form={form} type="submit" disabled={digits.length !== 6} isBusy={signIn.isPending}>
        Sign in
      </Button>
    </div>
  );
}

/**
 * The Google sign-in link (OAuth), which returns to this page. A rejection comes back as a code in the address (design
 * 5).
 */
function GoogleSignIn() {
  const [{ error, returnPath }] = useState(() => googleReturn(location));
  const navigate = useNavigate();
  useEffect(() => {
    // Remove the code from the address, so that a reload or a shared link does not show the error again.
    if (error) void navigate(returnPath, { replace: true });
  }, [error, returnPath, navigate]);
  return (
    <div className={styles.google}>
      <a className={buttonClass()} href={`/api/auth/google?returnTo=${encodeURIComponent(returnPath)}`}>
        Sign in with Google
      </a>
      <p className={styles.error} role="alert">
        {error && googleSignInErrors[error].message}
      </p>
    </div>
  );
}

/**
 * A form inside the dialog's form, which signs in by a request with this body once there is one. Nested forms are invalid
 * HTML, so it is rendered outside, and its inputs name its id.
 */
function useSignInForm({ path, body, onDone }: { path: string; body: object | undefined; onDone: () => void }) {
  const finish = useFinishSignIn(onDone);
  const form = useId();
  const signIn = useMutation({
    mutationFn: (sent: object) => request<User>({ method: 'POST', path, body: sent, isOpen: true }),
    onSuccess: finish,
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    // React events bubble through portals, to the dialog's form.
    event.stopPropagation();
    if (body && !signIn.isPending) signIn.mutate(body);
  };
  return { form, signIn, submit };
}

/** The element of such a form. */
const DetachedForm = (props: { id: string; onSubmit: (event: FormEvent) => void }) =>
  createPortal(<form {...props} hidden />, document.body);

/** The sign-in by user name and password (spec 2). A page with an expired session stays for the same person. */
function PasswordSignIn({ onDone }: { onDone: () => void }) {
  const [username, setUsername] = useState('');
  const [password, setPassword] = useState('');
  const { form, submit, signIn } = useSignInForm({
    path: 'auth/basic',
    body: { username: username.trim(), password },
    onDone,
  });
  return (
    <fieldset className={styles.password}>
      <legend>Or with username and password</legend>
      <DetachedForm id={form} onSubmit={submit} />
      <LabeledInput
        form={form}
        label="Username"
        name="username"
        autoComplete="username"
        value={username}
        onChange={({ target }) => setUsername(target.value)}
      />
      <LabeledInput
        form={form}
        label="Password"
        name="password"
        type="password"
        autoComplete="current-password"
        value={password}
        onChange={({ target }) => setPassword(target.value)}
      />
      <Button form={form} type="submit" disabled={!username.trim() || !password} isBusy={signIn.isPending}>
        Sign in
      </Button>
      <p className={styles.error} role="alert">
        {signIn.error?.message}
      </p>
    </fieldset>
  );
}
