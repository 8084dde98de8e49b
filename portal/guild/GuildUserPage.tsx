import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { useParams } from 'react-router-dom';
import { recordPlace } from '#schemas/changes/words/record-place.ts';
import { User as userSchema } from '#schemas/generated/registry.ts';
import type { User } from '#schemas/generated/types.ts';
import { isNotFound } from '../api/ApiError.ts';
import { recordOf } from '../api/queries.ts';
import { request } from '../api/request.ts';
import { fieldErrors } from '../editing/autosaveBackoff.ts';
import { hasRemoteChange, type RecordStore } from '../editing/editState.ts';
import { mergeChoices } from '../editing/mergeChoices.ts';
import { RemoteChangeBanner } from '../editing/RemoteChangeBanner.tsx';
import { createRecordDraft, type RecordDraft } from '../editing/recordDraft.ts';
import { patchRecord } from '../editing/recordRequests.ts';
import { createRecordStore } from '../editing/recordStore.ts';
import { useRecordStore } from '../editing/useRecordStore.ts';
import { PageHead } from '../frame/PageHead.tsx';
import { useLeaveGuard } from '../frame/useLeaveGuard.tsx';
import { Banner } from '../look/Banner.tsx';
import { Button } from '../look/Button.tsx';
import { LabeledInput } from '../look/Field.tsx';
import { RecordNotFound } from '../look/LoadError.tsx';
import { Skeleton } from '../look/Skeleton.tsx';
import { useToast } from '../look/Toasts.tsx';
import { useSignedIn } from '../session/SessionProvider.tsx';
import { GuildManagerGuard } from './GuildManagerGuard.tsx';
import styles from './GuildUser.module.css';

/** The page of a user of one's guild: edit the name, activate or deactivate the account. */
export function GuildUserPage() {
  const { userId = '' } = useParams();
  return <GuildManagerGuard title="User">{() => <LoadedUser key={userId} id={userId} />}</GuildManagerGuard>;
}

function LoadedUser({ id }: { id: string }) {
  const user = useQuery(recordOf('users', id));
  if (user.data) return <UserEditor read={user.data} isGone={isNotFound(user.error)} />;
  if (user.error)
    return <RecordNotFound thing="user" all=".." error={user.error} onRetry={() => void user.refetch()} />;
  return <Skeleton lines={4} />;
}

function UserEditor({ read, isGone }: { read: User; isGone: boolean }) {
  const { user: self } = useSignedIn();
  const cache = useQueryClient();
  const toast = useToast();
  const query = recordOf('users', read.id);
  const [editing] = useState(() =>
    createGuildUserStore(read, {
      load: () => cache.fetchQuery({ ...query, staleTime: 0 }),
      onSaved: (user) => {
        cache.setQueryData(query.queryKey, user);
        void cache.invalidateQueries({ queryKey: ['users', 'list'] });
      },
    }),
  );
  const { draft } = editing;
  const now = useRecordStore(editing);
  const { saved, state, isDirty } = now;
  useEffect(() => editing.receiveUpdate(read), [editing, read]);
  useEffect(() => {
    if (isGone) editing.markDeleted();
  }, [editing, isGone]);
  const { name } = useSyncExternalStore(draft.subscribe, draft.values);
  const [isComparing, setComparing] = useState(false);
  const question = useLeaveGuard(now.isAtRisk);
  const save = async () => {
    if (now.remote) setComparing(true);
    else if (await editing.save()) toast('Saved');
  };
  const setInactive = async (inactive: boolean) => {
    if (now.remote) setComparing(true);
    else if (await editing.send({ inactive })) {
      toast(`${saved.name} ${inactive ? 'can no longer sign in' : 'can sign in again'}`);
    }
  };
  const welcome = useMutation({
    mutationFn: () => request<{ sentTo: string }>({ method: 'POST', path: `users/${saved.id}/welcome`, body: {} }),
    onSuccess: ({ sentTo }) => toast(`Welcome e-mail sent to ${sentTo}`),
    onError: (error) => toast(error.message, { isError: true }),
  });
  const isSaving = state === 'saving' || state === 'loading';
  const isUnnamed = name.trim() === '';
  const fields = fieldErrors(now.saveError?.error);
  const wrong = isUnnamed ? 'Missing required field: Name' : fields.find(({ path }) => path === '/name')?.message;
  const isSelf = saved.id === self.id;
  return (
    <>
      <PageHead title={saved.name} />
      {hasRemoteChange(now) && (
        <RemoteChangeBanner
          thing="user"
          now={now}
          choicesIn={(theirs) => mergeChoices(recordPlace(userSchema), draft.threeWayMerge(theirs))}
          isComparing={isComparing}
          onCompare={setComparing}
          onChoose={editing.resolveConflict}
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
        <LabeledInput
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
          <dt>Status</dt>
          <dd>{saved.inactive ? "Inactive (can't sign in)" : 'Active'}</dd>
        </dl>
        {now.saveError && !wrong && <Banner status="error" title={now.saveError.error.message} />}
        <div className={styles.actions}>
          <Button type="submit" kind="primary" disabled={isUnnamed || !isDirty} isBusy={isSaving}>
            Save
          </Button>
          {!isSelf && !saved.inactive && (
            <Button isBusy={welcome.isPending} onClick={() => welcome.mutate()}>
              Resend welcome e-mail
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

type Changes = Partial<Pick<User, 'name' | 'inactive'>>;

/** The editing session of a guild's user: record store and draft. */
interface GuildUserEditing extends RecordStore<User, Changes> {
  draft: RecordDraft<User, Pick<User, 'name'>, Changes>;
}

/** Creates the editing session of a user. `ways` are callbacks to reload the record and to publish a saved one. */
function createGuildUserStore(
  read: User,
  callbacks: { load: () => Promise<User>; onSaved: (saved: User) => void },
): GuildUserEditing {
  const draft = createRecordDraft<User, Pick<User, 'name'>, Changes>({
    saved: read,
    valuesOf: ({ name }) => ({ name }),
    changesOf: ({ name }, clean) => (name === clean.name ? {} : { name: name.trim() }),
  });
  const store = createRecordStore<User, Changes>({
    ...callbacks,
    saved: read,
    draft,
    isEditable: () => true,
    send: (save) => patchRecord<User>({ path: `users/${read.id}`, ...save }),
  });
  return { ...store, draft };
}
