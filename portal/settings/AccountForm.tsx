import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { User } from '#schemas/generated/types.ts';
import { ApiError } from '../api/ApiError.ts';
import { request } from '../api/request.ts';
import { confirmLeave } from '../frame/history.ts';
import { useLeaveGuard } from '../frame/useLeaveGuard.tsx';
import { Banner } from '../look/Banner.tsx';
import { Button } from '../look/Button.tsx';
import { LabeledInput } from '../look/Field.tsx';
import { useToast } from '../look/Toasts.tsx';
import { useSession, useSignedIn } from '../session/SessionProvider.tsx';
import styles from './SettingsPage.module.css';

/** The form for one's own name, with the logout button. */
export function AccountForm() {
  const { user } = useSignedIn();
  const { setUser, signOut, reload } = useSession();
  const toast = useToast();
  const [name, setName] = useState(user.name);
  const save = useMutation({
    mutationFn: () =>
      request<User>({ method: 'PATCH', path: 'users/me', revision: user.revision, body: { name: name.trim() } }),
    onSuccess: (saved) => {
      setUser(saved);
      toast('Name saved');
    },
  });
  const logOutCall = useMutation({ mutationFn: signOut });
  const isNamed = name.trim() !== '' && name.trim() !== user.name;
  const question = useLeaveGuard(isNamed);
  const logOut = async () => {
    if (await confirmLeave()) logOutCall.mutate();
  };
  const isConflict = save.error instanceof ApiError && save.error.code === 'RESOURCE_CONFLICT';
  const wrong = save.error instanceof ApiError ? save.error.fields.find(({ path }) => path === '/name') : undefined;
  return (
    <form
      className={styles.section}
      onSubmit={(event) => {
        event.preventDefault();
        if (!save.isPending) save.mutate();
      }}
    >
      <h2>You</h2>
      <LabeledInput
        label="Name"
        isRequired
        autoComplete="name"
        value={name}
        error={wrong?.message ?? (name.trim() === '' ? 'Missing required field: Name' : undefined)}
        onChange={(event) => setName(event.target.value)}
      />
      <dl className={styles.facts}>
        <dt>E-mail</dt>
        <dd>{user.email}</dd>
      </dl>
      {save.error && !wrong && (
        <Banner
          status="error"
          title={isConflict ? 'Your account was changed somewhere else.' : save.error.message}
          actions={isConflict && <Button onClick={() => void reload()}>Reload</Button>}
        />
      )}
      {logOutCall.error && <Banner status="error" title={logOutCall.error.message} />}
      <div className={styles.actions}>
        <Button type="submit" kind="primary" disabled={!isNamed} isBusy={save.isPending}>
          Save name
        </Button>
        <Button onClick={() => void logOut()} isBusy={logOutCall.isPending}>
          Log out
        </Button>
      </div>
      {question}
    </form>
  );
}
