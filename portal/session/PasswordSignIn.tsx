import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useId, useState } from 'react';
import { createPortal } from 'react-dom';
import type { User } from '#schemas/generated/types.ts';
import { request } from '../api/request.ts';
import { Button } from '../look/Button.tsx';
import { LabeledInput } from '../look/Field.tsx';
import styles from './AdditionalSignIn.module.css';
import { useSession } from './SessionProvider.tsx';

/** The sign-in by user name and password (spec 2). A page with an expired session stays for the same person. */
export function PasswordSignIn({ onDone }: { onDone: () => void }) {
  const { setUser } = useSession();
  const form = useId();
  const [username, setUsername] = useState('');
  const [password, setPassword] = useState('');
  const signIn = useMutation({
    mutationFn: (body: { username: string; password: string }) =>
      request<User>({ method: 'POST', path: 'auth/basic', body, isOpen: true }),
    onSuccess: (user) => {
      onDone();
      setUser(user);
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    // React events bubble through portals, to the dialog's form.
    event.stopPropagation();
    if (!signIn.isPending) signIn.mutate({ username: username.trim(), password });
  };
  return (
    <fieldset className={styles.password}>
      <legend>Or with username and password</legend>
      {/* Nested forms are invalid HTML, so this form is rendered outside of the dialog's and linked by its id. */}
      {createPortal(<form id={form} hidden onSubmit={submit} />, document.body)}
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
