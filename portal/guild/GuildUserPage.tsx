import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useParams } from 'react-router-dom';
import type { User } from '#schemas/generated/types.ts';
import { ApiError } from '../api/ApiError.ts';
import { recordOf } from '../api/queries.ts';
import { request } from '../api/request.ts';
import { PageHead } from '../frame/PageHead.tsx';
import { useLeaveGuard } from '../frame/useLeaveGuard.tsx';
import { Banner } from '../look/Banner.tsx';
import { Button } from '../look/Button.tsx';
import { ConflictDialog } from '../look/ConflictDialog.tsx';
import { TextField } from '../look/Field.tsx';
import { MissingRecord } from '../look/MissingRecord.tsx';
import { useToast } from '../look/Toasts.tsx';
import { Skeleton } from '../look/Waiting.tsx';
import { useSignedIn } from '../session/SessionProvider.tsx';
import styles from './GuildUser.module.css';
import { ManagersOnly } from './ManagersOnly.tsx';

/** A user of one's guild: the name, and whether they may sign in. */
export function GuildUserPage() {
  const { userId = '' } = useParams();
  return <ManagersOnly title="User">{() => <LoadedUser key={userId} id={userId} />}</ManagersOnly>;
}

function LoadedUser({ id }: { id: string }) {
  const user = useQuery({ ...recordOf('users', id), refetchOnWindowFocus: false });
  if (user.error) return <MissingRecord thing="user" error={user.error} onRetry={() => void user.refetch()} />;
  if (!user.data) return <Skeleton lines={4} />;
  return <UserEditor saved={user.data} />;
}

type Change = Partial<Pick<User, 'name' | 'inactive'>>;

function UserEditor({ saved }: { saved: User }) {
  const { user: self } = useSignedIn();
  const cache = useQueryClient();
  const toast = useToast();
  const [name, setName] = useState(saved.name);
  const [revision, setRevision] = useState(saved.revision);
  const [theirs, setTheirs] = useState<User>();
  const take = (user: User) => {
    cache.setQueryData(recordOf('users', user.id).queryKey, user);
    setRevision(user.revision);
  };
  const save = useMutation({
    mutationFn: (change: Change) =>
      request<User>({ method: 'PATCH', path: `users/${saved.id}`, revision, body: change }),
    onSuccess: async (user, change) => {
      take(user);
      toast(saidOf(user, change));
      await cache.invalidateQueries({ queryKey: ['users', 'list'] });
    },
    onError: async (error) => {
      if (!isConflict(error)) return;
      setTheirs(await cache.fetchQuery({ ...recordOf('users', saved.id), staleTime: 0 }));
    },
  });
  const isDirty = name.trim() !== saved.name;
  const question = useLeaveGuard(isDirty);
  const isMissing = name.trim() === '';
  const fields = save.error instanceof ApiError ? save.error.fields : [];
  const wrong = isMissing ? 'Missing required field: Name' : fields.find(({ path }) => path === '/name')?.message;
  const isSelf = saved.id === self.id;
  return (
    <>
      <PageHead title={saved.name} />
      <form
        className={styles.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (!isMissing && isDirty && !save.isPending) save.mutate({ name: name.trim() });
        }}
      >
        <TextField
          label="Name"
          isRequired
          autoComplete="off"
          value={name}
          error={wrong}
          onChange={(event) => setName(event.target.value)}
        />
        <dl className={styles.facts}>
          <dt>E-mail</dt>
          <dd>{saved.email}</dd>
          <dt>State</dt>
          <dd>{saved.inactive ? 'Inactive: can not sign in' : 'Active'}</dd>
        </dl>
        {save.error && !wrong && !isConflict(save.error) && <Banner status="error" title={save.error.message} />}
        <div className={styles.actions}>
          <Button type="submit" kind="primary" disabled={isMissing || !isDirty} isBusy={save.isPending}>
            Save
          </Button>
          {!isSelf && saved.isWithinReach && (
            <Button
              kind={saved.inactive ? 'plain' : 'danger'}
              isBusy={save.isPending}
              onClick={() => save.mutate({ inactive: !saved.inactive })}
            >
              {saved.inactive ? 'Activate' : 'Deactivate'}
            </Button>
          )}
        </div>
      </form>
      {theirs && (
        <ConflictDialog
          thing="This user"
          differences={theirs.name === name ? [] : [{ label: 'Name', saved: theirs.name, mine: name }]}
          onTakeSaved={() => {
            take(theirs);
            setName(theirs.name);
            setTheirs(undefined);
          }}
          onKeepMine={() => {
            take(theirs);
            setTheirs(undefined);
          }}
          onClose={() => setTheirs(undefined)}
        />
      )}
      {question}
    </>
  );
}

function saidOf(user: User, { inactive }: Change): string {
  if (inactive === undefined) return 'Saved';
  return `${user.name} ${inactive ? 'can not sign in any more' : 'can sign in again'}`;
}

const isConflict = (error: unknown) => error instanceof ApiError && error.code === 'RESOURCE_CONFLICT';
