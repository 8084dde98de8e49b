import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Passkey } from '#schemas/generated/types.ts';
import { browserOf } from '#schemas/texts/browser-of.ts';
import { momentText } from '#schemas/texts/moments.ts';
import { request } from '../api/request.ts';
import { NameDialog } from '../lists/NameDialog.tsx';
import { Banner } from '../look/Banner.tsx';
import { Button, buttonClass } from '../look/Button.tsx';
import { LoadError } from '../look/LoadError.tsx';
import { RelativeTime } from '../look/RelativeTime.tsx';
import { useToast } from '../look/Toasts.tsx';
import { useSession, useSignedIn } from '../session/SessionProvider.tsx';
import { addPasskey, supportsPasskeys } from '../session/webauthn.ts';
import { needsReauthentication, ReauthenticationBanner } from './ReauthenticationBanner.tsx';
import { RemoveDialog } from './RemoveDialog.tsx';
import styles from './SettingsPage.module.css';

const path = 'users/me/passkeys';

/** The notice for people whose role requires a passkey and who have none. */
export function PasskeyNotice() {
  const { user } = useSignedIn();
  if (!user.needsPasskey) return null;
  return (
    <div className={styles.notice}>
      <Banner
        status="warn"
        title="Your role requires a passkey, and you have none yet."
        actions={
          <a className={buttonClass()} href="#passkeys">
            Go to passkeys
          </a>
        }
      >
        Add one below. From then on, you sign in with it instead of a link, a code or a password.
      </Banner>
    </div>
  );
}

type Change = { kind: 'add' } | { kind: 'rename' | 'remove'; passkey: Passkey };

/** The passkeys of the account: add, rename and remove them. */
export function Passkeys({ isOwn }: { isOwn: boolean }) {
  const cache = useQueryClient();
  const { reload } = useSession();
  const toast = useToast();
  const [change, setChange] = useState<Change>();
  const [isStale, setStale] = useState(false);
  const passkeys = useQuery({
    queryKey: ['passkeys'],
    queryFn: ({ signal }) => request<{ results: Passkey[] }>({ path, query: { limit: 50 }, signal }),
  });
  const rows = passkeys.data?.results ?? [];
  const begin = (next: Change) => {
    setStale(false);
    setChange(next);
  };
  const close = () => setChange(undefined);
  /** Makes a change; leads through the sign-in if that was too long ago. */
  const run = async (work: Promise<unknown>, done: string) => {
    try {
      await work;
      toast(done);
    } catch (error) {
      if (!(error instanceof Error && needsReauthentication(error))) throw error;
      setStale(true);
    }
    // The session says whether a passkey is still needed.
    await Promise.all([cache.invalidateQueries({ queryKey: ['passkeys'] }), reload()]);
  };
  return (
    <>
      <h3 id="passkeys">Passkeys</h3>
      <p className={styles.hint}>
        Sign in with your fingerprint, face or screen lock, or with a security key. Your device stores the passkey.
      </p>
      {passkeys.error && <LoadError error={passkeys.error} onRetry={() => void passkeys.refetch()} />}
      {rows.length > 0 && (
        <ul className={styles.rows}>
          {rows.map((passkey) => (
            <li key={passkey.id} className={styles.row}>
              <span className={styles.name}>
                <span>{passkey.name}</span>
                <span className={styles.note}>{`Added ${momentText(passkey.createdAt)}`}</span>
                <LastUse passkey={passkey} />
              </span>
              {isOwn && (
                <span className={styles.actions}>
                  <Button
                    kind="quiet"
                    aria-label={`Rename ${passkey.name}`}
                    onClick={() => begin({ kind: 'rename', passkey })}
                  >
                    Rename
                  </Button>
                  <Button
                    kind="quiet"
                    aria-label={`Remove ${passkey.name}`}
                    onClick={() => begin({ kind: 'remove', passkey })}
                  >
                    Remove
                  </Button>
                </span>
              )}
            </li>
          ))}
        </ul>
      )}
      {isStale && (
        <ReauthenticationBanner
          subject="changing passkeys"
          note="Sign in, then make the change here."
          onBack={() => setStale(false)}
        />
      )}
      {isOwn &&
        (supportsPasskeys() ? (
          <div className={styles.actions}>
            <Button onClick={() => begin({ kind: 'add' })}>Add a passkey</Button>
          </div>
        ) : (
          <p className={styles.hint}>This browser can't add passkeys.</p>
        ))}
      {change?.kind === 'add' && (
        <NameDialog
          title="Add a passkey"
          hint="A name that you recognize the device by. Your browser then asks you to create the passkey."
          initialName={browserOf(navigator.userAgent)}
          maxLength={100}
          onName={(name) => run(addPasskey(name), 'Passkey added')}
          onClose={close}
        />
      )}
      {change?.kind === 'rename' && (
        <NameDialog
          title="Rename the passkey"
          hint="A name that you recognize the device by."
          initialName={change.passkey.name}
          maxLength={100}
          onName={(name) => run(rename(change.passkey, name), 'Passkey renamed')}
          onClose={close}
        />
      )}
      {change?.kind === 'remove' && (
        <RemovePasskey
          passkey={change.passkey}
          isLast={rows.length === 1}
          onRemove={() => run(remove(change.passkey), `${change.passkey.name} removed`)}
          onClose={close}
        />
      )}
    </>
  );
}

function LastUse({ passkey: { lastUsedAt, host } }: { passkey: Passkey }) {
  if (host !== location.hostname) return <span className={styles.note}>{`Works only at ${host}`}</span>;
  if (!lastUsedAt) return <span className={styles.note}>Not used yet</span>;
  return (
    <span className={styles.note}>
      <span>
        Last used <RelativeTime instant={lastUsedAt} />
      </span>
    </span>
  );
}

interface RemovePasskeyProps {
  passkey: Passkey;
  isLast: boolean;
  onRemove: () => Promise<void>;
  onClose: () => void;
}

function RemovePasskey({ passkey: { name }, isLast, onRemove, onClose }: RemovePasskeyProps) {
  const removal = useMutation({ mutationFn: onRemove, onSuccess: onClose });
  return (
    <RemoveDialog title="Remove this passkey?" isBusy={removal.isPending} onRemove={removal.mutate} onClose={onClose}>
      <span>{`You'll no longer be able to sign in with “${name}”. Delete it on your device, too.${isLast ? ' It is your only passkey.' : ''}`}</span>
      {removal.error && <strong role="alert">{` ${removal.error.message}`}</strong>}
    </RemoveDialog>
  );
}

const rename = ({ id, revision }: Passkey, name: string) =>
  request({ method: 'PATCH', path: `${path}/${id}`, revision, body: { name } });

const remove = ({ id, revision }: Passkey) => request({ method: 'DELETE', path: `${path}/${id}`, revision });
