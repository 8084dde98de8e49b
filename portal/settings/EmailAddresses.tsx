import { useMutation } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import type { EmailAddress } from '#schemas/generated/types.ts';
import { ApiError } from '../api/ApiError.ts';
import { request } from '../api/request.ts';
import { Banner } from '../look/Banner.tsx';
import { Button } from '../look/Button.tsx';
import { LabeledInput } from '../look/Field.tsx';
import { RelativeTime } from '../look/RelativeTime.tsx';
import { useToast } from '../look/Toasts.tsx';
import { useSession, useSignedIn } from '../session/SessionProvider.tsx';
import { needsReauthentication, ReauthenticationBanner } from './ReauthenticationBanner.tsx';
import { RemoveDialog } from './RemoveDialog.tsx';
import styles from './SettingsPage.module.css';

/** One's own e-mail addresses: each verified one can sign in, mail goes to the primary one. */
export function EmailAddresses() {
  const { user } = useSignedIn();
  const { reload } = useSession();
  const toast = useToast();
  const [addressToRemove, setAddressToRemove] = useState<EmailAddress>();
  const change = useMutation({
    mutationFn: ({ act, address }: { act: Act; address: EmailAddress }) => acts[act](address),
    onSuccess: async (answer, { act, address }) => {
      setAddressToRemove(undefined);
      const isRateLimited = act === 'verify' && answer.verifySentAt === address.verifySentAt;
      toast(
        isRateLimited
          ? 'A link was sent less than a minute ago. Check your inbox first.'
          : messages[act](address.address),
      );
      await reload();
    },
    onError: () => setAddressToRemove(undefined),
  });
  return (
    <section className={styles.section} aria-labelledby="addresses">
      <h2 id="addresses">E-mail addresses</h2>
      <p className={styles.hint}>
        You can sign in with a link sent to any verified address. E-mail goes to the primary address, which is also
        notified of every change here.
      </p>
      <ul className={styles.rows}>
        {user.emailAddresses.map((address) => (
          <li key={address.id} className={styles.row}>
            <span className={styles.name}>
              <span>{address.address}</span>
              <span className={styles.note}>{noteOf(address)}</span>
              {!address.verified && (
                <span className={styles.note}>
                  {address.verifySentAt ? (
                    <span>
                      A link was sent <RelativeTime instant={address.verifySentAt} />. Open it within 10 minutes in a
                      browser where you're signed in to this account.
                    </span>
                  ) : (
                    "You can't sign in with it until you open the link that we send there."
                  )}
                </span>
              )}
            </span>
            {!address.verified && (
              <Button
                aria-label={`${sendAgain(address)} to ${address.address}`}
                isBusy={change.isPending}
                onClick={() => change.mutate({ act: 'verify', address })}
              >
                {sendAgain(address)}
              </Button>
            )}
            {address.verified && !address.primary && (
              <Button
                aria-label={`Make ${address.address} primary`}
                onClick={() => change.mutate({ act: 'makePrimary', address })}
              >
                Make primary
              </Button>
            )}
            {!address.primary && (
              <Button kind="quiet" aria-label={`Remove ${address.address}`} onClick={() => setAddressToRemove(address)}>
                Remove
              </Button>
            )}
          </li>
        ))}
      </ul>
      {change.error &&
        (needsReauthentication(change.error) ? (
          <ReauthenticationBanner
            subject="this change"
            note="Sign in, then make the change here."
            onBack={change.reset}
          />
        ) : (
          <Banner status="error" title={change.error.message} />
        ))}
      <NewAddress onAdded={reload} />
      {addressToRemove && (
        <RemoveDialog
          title="Remove this address?"
          isBusy={change.isPending}
          onRemove={() => change.mutate({ act: 'remove', address: addressToRemove })}
          onClose={() => setAddressToRemove(undefined)}
        >
          {addressToRemove.verified
            ? `You'll no longer be able to sign in with ${addressToRemove.address}.`
            : `Links already sent to ${addressToRemove.address} will no longer verify it.`}
        </RemoveDialog>
      )}
    </section>
  );
}

function NewAddress({ onAdded }: { onAdded: () => Promise<void> }) {
  const toast = useToast();
  const [params, setParams] = useSearchParams();
  const [text, setText] = useState(() => params.get('address') ?? '');
  const add = useMutation({
    mutationFn: async () => {
      const body = { address: text.trim() };
      const added = await request<EmailAddress>({ method: 'POST', path: 'email_addresses', body });
      setText('');
      return acts.verify(added);
    },
    onSuccess: ({ address }) => toast(messages.verify(address)),
    // Also after a failure: the address is added even if the link could not be sent.
    onSettled: onAdded,
  });
  const { reset } = add;
  const isStale = needsReauthentication(add.error);
  const clearError = useCallback(() => reset(), [reset]);
  const wrong = add.error instanceof ApiError ? add.error.fields.find(({ path }) => path === '/address') : undefined;
  return (
    <>
      <form
        className={styles.add}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (text.trim() !== '' && !add.isPending) add.mutate();
        }}
      >
        <LabeledInput
          label="New address"
          type="email"
          autoComplete="email"
          value={text}
          error={wrong?.message}
          onChange={(event) => {
            setText(event.target.value);
            // The error belongs to the previous address.
            if (wrong) reset();
          }}
        />
        {add.error && !wrong && !isStale && <Banner status="error" title={add.error.message} />}
        <div className={styles.actions}>
          <Button type="submit" disabled={text.trim() === ''} isBusy={add.isPending}>
            Add address
          </Button>
        </div>
      </form>
      {isStale && (
        <ReauthenticationBanner
          subject="adding an address"
          onLeave={() => setParams({ address: text.trim() }, { replace: true })}
          onBack={clearError}
        />
      )}
    </>
  );
}

type Act = 'verify' | 'makePrimary' | 'remove';

const acts: Record<Act, (address: EmailAddress) => Promise<EmailAddress>> = {
  verify: ({ id }) => request({ method: 'POST', path: `email_addresses/${id}/verify`, body: {} }),
  makePrimary: ({ id, revision }) =>
    request({ method: 'PATCH', path: `email_addresses/${id}`, revision, body: { primary: true } }),
  remove: ({ id, revision }) => request({ method: 'DELETE', path: `email_addresses/${id}`, revision }),
};

const messages: Record<Act, (address: string) => string> = {
  verify: (address) => `Link sent to ${address}. Open it in this browser.`,
  makePrimary: (address) => `E-mail now goes to ${address}`,
  remove: (address) => `${address} removed`,
};

function noteOf({ primary, verified }: EmailAddress): string {
  if (primary) return verified ? 'Primary' : 'Primary, not verified';
  return verified ? 'Verified' : 'Not verified';
}

const sendAgain = ({ verifySentAt }: EmailAddress) => (verifySentAt ? 'Send again' : 'Send link');
