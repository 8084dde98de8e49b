import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { useParams } from 'react-router-dom';
import { recordPlace } from '#schemas/changes/words/record-place.ts';
import { User as userSchema } from '#schemas/generated/registry.ts';
import type { User } from '#schemas/generated/types.ts';
import { isMissing } from '../api/ApiError.ts';
import { recordOf } from '../api/queries.ts';
import { request } from '../api/request.ts';
import { choicesIn } from '../editing/choices.ts';
import { hasNews } from '../editing/editing.ts';
import { faultsIn } from '../editing/failure.ts';
import { RecordNews } from '../editing/RecordNews.tsx';
import { useEditing } from '../editing/useEditing.ts';
import { PageHead } from '../frame/PageHead.tsx';
import { useLeaveGuard } from '../frame/useLeaveGuard.tsx';
import { Banner } from '../look/Banner.tsx';
import { Button } from '../look/Button.tsx';
import { TextField } from '../look/Field.tsx';
import { MissingRecord } from '../look/MissingRecord.tsx';
import { useToast } from '../look/Toasts.tsx';
import { Skeleton } from '../look/Waiting.tsx';
import { useSignedIn } from '../session/SessionProvider.tsx';
import styles from './GuildUser.module.css';
import { createGuildUserEditing } from './guildUserEditing.ts';
import { ManagersOnly } from './ManagersOnly.tsx';

/** The page of a user of one's guild: edit the name, activate or deactivate the account. */
export function GuildUserPage() {
  const { userId = '' } = useParams();
  return <ManagersOnly title="User">{() => <LoadedUser key={userId} id={userId} />}</ManagersOnly>;
}

function LoadedUser({ id }: { id: string }) {
  const user = useQuery(recordOf('users', id));
  if (user.data) return <UserEditor read={user.data} isGone={isMissing(user.error)} />;
  if (user.error) return <MissingRecord thing="user" all=".." error={user.error} onRetry={() => void user.refetch()} />;
  return <Skeleton lines={4} />;
}

function UserEditor({ read, isGone }: { read: User; isGone: boolean }) {
  const { user: self } = useSignedIn();
  const cache = useQueryClient();
  const toast = useToast();
  const query = recordOf('users', read.id);
  const [editing] = useState(() =>
    createGuildUserEditing(read, {
      load: () => cache.fetchQuery({ ...query, staleTime: 0 }),
      onSaved: (user) => {
        cache.setQueryData(query.queryKey, user);
        void cache.invalidateQueries({ queryKey: ['users', 'list'] });
      },
    }),
  );
  const { draft } = editing;
  const now = useEditing(editing);
  const { saved, state, isDirty } = now;
  useEffect(() => editing.hear(read), [editing, read]);
  useEffect(() => {
    if (isGone) editing.lose();
  }, [editing, isGone]);
  const { name } = useSyncExternalStore(draft.watch, draft.values);
  const [isComparing, setComparing] = useState(false);
  const question = useLeaveGuard(now.isAtRisk);
  const save = async () => {
    if (now.theirs) setComparing(true);
    else if (await editing.save()) toast('Saved');
  };
  const setInactive = async (inactive: boolean) => {
    if (now.theirs) setComparing(true);
    else if (await editing.send({ inactive })) {
      toast(`${saved.name} ${inactive ? 'can not sign in any more' : 'can sign in again'}`);
    }
  };
  const welcome = useMutation({
    mutationFn: () => request<{ sentTo: string }>({ method: 'POST', path: `users/${saved.id}/welcome`, body: {} }),
    onSuccess: ({ sentTo }) => toast(`The welcome is sent to ${sentTo}`),
    onError: (error) => toast(error.message, { isError: true }),
  });
  const isSaving = state === 'saving' || state === 'loading';
  const isUnnamed = name.trim() === '';
  const fields = faultsIn(now.refusal?.error);
  const wrong = isUnnamed ? 'Missing required field: Name' : fields.find(({ path }) => path === '/name')?.message;
  const isSelf = saved.id === self.id;
  return (
    <>
      <PageHead title={saved.name} />
      {hasNews(now) && (
        <RecordNews
          thing="user"
          now={now}
          choicesIn={(theirs) => choicesIn(recordPlace(userSchema), draft.sides(theirs))}
          isComparing={isComparing}
          onCompare={setComparing}
          onChoose={editing.choose}
        />
      )}
      <form
        className={styles.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (!isUnnamed && isDirty && !isSaving) void save();
        }}
      >
        <TextField
          label="Name"
          isRequired
          autoComplete="off"
          readOnly={!isSelf && !saved.isWithinReach}
          value={name}
          error={wrong}
          onChange={(event) => draft.type({ name: event.target.value })}
        />
        <dl className={styles.facts}>
          <dt>E-mail</dt>
          <dd>{saved.email}</dd>
          <dt>State</dt>
          <dd>{saved.inactive ? 'Inactive: can not sign in' : 'Active'}</dd>
        </dl>
        {now.refusal && !wrong && <Banner status="error" title={now.refusal.error.message} />}
        <div className={styles.actions}>
          <Button type="submit" kind="primary" disabled={isUnnamed || !isDirty} isBusy={isSaving}>
            Save
          </Button>
          {!isSelf && !saved.inactive && (
            <Button isBusy={welcome.isPending} onClick={() => welcome.mutate()}>
              Send the welcome again
            </Button>
          )}
          {!isSelf && saved.isWithinReach && (
            <Button
              kind={saved.inactive ? 'plain' : 'danger'}
              isBusy={isSaving}
              onClick={() => void setInactive(!saved.inactive)}
            >
              {saved.inactive ? 'Activate' : 'Deactivate'}
            </Button>
          )}
        </div>
      </form>
      {question}
    </>
  );
}
