import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import type { User } from '#schemas/generated/types.ts';
import { ApiError } from '../api/ApiError.ts';
import { request } from '../api/request.ts';
import { clearLeavePrompt } from '../frame/history.ts';
import { PageHead } from '../frame/PageHead.tsx';
import { useLeaveGuard } from '../frame/useLeaveGuard.tsx';
import { Banner } from '../look/Banner.tsx';
import { Button } from '../look/Button.tsx';
import { LabeledInput } from '../look/Field.tsx';
import { useToast } from '../look/Toasts.tsx';
import { GuildManagerGuard } from './GuildManagerGuard.tsx';
import styles from './GuildUser.module.css';

/** The page that creates a user of one's guild, without roles (design 4). */
export function NewGuildUserPage() {
  return <GuildManagerGuard title="New User">{(guild) => <NewUser guild={guild} />}</GuildManagerGuard>;
}

function NewUser({ guild }: { guild: string }) {
  const navigate = useNavigate();
  const cache = useQueryClient();
  const toast = useToast();
  const [name, setName] = useState('');
  const [email, setEmail] = useState('');
  const [hasTried, setTried] = useState(false);
  const create = useMutation({
    mutationFn: () =>
      request<User>({ method: 'POST', path: 'users', body: { name: name.trim(), email: email.trim(), guild } }),
    onSuccess: async (user) => {
      clearLeavePrompt();
      toast(`${user.name} added`);
      await cache.invalidateQueries({ queryKey: ['users'] });
      await navigate(`/g/users/${user.id}`);
    },
  });
  const question = useLeaveGuard(name !== '' || email !== '');
  const fieldErrors = create.error instanceof ApiError ? create.error.fields : [];
  const wrong = (path: string, label: string, text: string) =>
    fieldErrors.find((field) => field.path === path)?.message ??
    (hasTried && text.trim() === '' ? `Missing required field: ${label}` : undefined);
  const emailInput = useRef<HTMLInputElement>(null);
  const isEmailRejected = fieldErrors.some(({ path }) => path === '/email');
  useEffect(() => {
    if (isEmailRejected) emailInput.current?.focus();
  }, [isEmailRejected]);
  const errors = { name: wrong('/name', 'Name', name), email: wrong('/email', 'E-mail', email) };
  return (
    <>
      <PageHead title="New User" />
      <form
        className={styles.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          setTried(true);
          if (name.trim() && email.trim() && !create.isPending) create.mutate();
        }}
      >
        <LabeledInput
          label="Name"
          isRequired
          autoComplete="off"
          value={name}
          error={errors.name}
          onChange={(event) => setName(event.target.value)}
        />
        <LabeledInput
          label="E-mail"
          isRequired
          type="email"
          autoComplete="off"
          ref={emailInput}
          hint="They sign in with a link that we send there."
          value={email}
          error={errors.email}
          onChange={(event) => {
            setEmail(event.target.value);
            // The error belongs to the previous address.
            if (isEmailRejected) create.reset();
          }}
        />
        {create.error && !errors.name && !errors.email && <Banner status="error" title={create.error.message} />}
        <div className={styles.actions}>
          <Button type="submit" kind="primary" isBusy={create.isPending}>
            Add user
          </Button>
        </div>
      </form>
      {question}
    </>
  );
}
