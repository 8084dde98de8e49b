import { useMutation, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { isEmail } from '#schemas/typed-values/is-email.ts';
import { trimText } from '#schemas/typed-values/parsed.ts';
import { request } from '../api/request.ts';
import { lazyComponent } from '../forms/lazyComponent.tsx';
import { Button } from '../look/Button.tsx';
import { Dialog } from '../look/Dialog.tsx';
import { LabeledInput } from '../look/Field.tsx';
import hidden from '../look/VisuallyHidden.module.css';
import styles from './LoginModal.module.css';
import { hasUsedPasskey } from './passkeyHint.ts';
import { storeReturnPath } from './returnPath.ts';

const Note = () => <p className={styles.note}>A login link is sent to your account's e-mail address.</p>;

const LazyAdditionalSignIn = lazyComponent(async () => (await import('./AdditionalSignIn.tsx')).AdditionalSignIn);

/**
 * The sign-in dialog: requests a magic link by e-mail, and offers the other enabled methods (spec 2, 'Login modal'). It
 * is mounted on each opening, so it starts empty.
 */
export function LoginModal({
  note,
  address: initialAddress = '',
  onClose,
}: {
  note?: string;
  /** Prefills the e-mail address. */
  address?: string;
  onClose: () => void;
}) {
  const [address, setAddress] = useState(initialAddress);
  // The code's input loads when it is used: most people open the link.
  const [isCode, setCode] = useState(false);
  const [presses, setPresses] = useState(0);
  const [mistake, setMistake] = useState<string>();
  const send = useMutation({
    mutationFn: (key: string) => request({ method: 'POST', path: 'auth/magic', body: { key }, isOpen: true }),
    // Stored before the request: the link may be opened before its response arrives.
    onMutate: () => storeReturnPath(`${location.pathname}${location.search}`, Date.now()),
  });
  const config = useQuery({
    queryKey: ['config'],
    queryFn: () => request<{ auth: { google: boolean; basic: boolean } }>({ path: 'data/config', isOpen: true }),
  });
  const { google, basic } = config.data?.auth ?? {};
  const submit = () => {
    const key = trimText(address);
    const isValid = isEmail(key);
    setMistake(isValid ? undefined : 'Please enter a valid e-mail address');
    if (isValid && !send.isPending && !send.isSuccess) send.mutate(key);
  };
  return (
    <Dialog
      title="Portal Login"
      onClose={onClose}
      onSubmit={submit}
      actions={
        <button type="button" className={styles.cancel} onClick={onClose}>
          Cancel
        </button>
      }
    >
      {note && <p>{note}</p>}
      {google && <LazyAdditionalSignIn by="google" onDone={onClose} />}
      <div className={styles.row}>
        <LabeledInput
          label="E-mail address"
          type="email"
          name="email"
          autoComplete="username webauthn"
          value={address}
          error={mistake}
          onChange={(event) => {
            setAddress(event.target.value);
            // The address was changed after the link was sent; allow another request.
            if (send.isSuccess) send.reset();
          }}
        />
        <Button type="submit" kind="primary" disabled={send.isSuccess} isBusy={send.isPending}>
          {send.isSuccess ? 'Sent' : 'Send'}
        </Button>
      </div>
      {send.isSuccess ? (
        <>
          <LinkSent key={send.submittedAt} address={send.variables} onAgain={() => send.mutate(send.variables)} />
          {isCode ? (
            <LazyAdditionalSignIn by="code" onDone={onClose} />
          ) : (
            <Button onClick={() => setCode(true)}>Enter the code</Button>
          )}
        </>
      ) : (
        <Note />
      )}
      <p className={mistake ? hidden.unseen : styles.error} role="alert">
        {mistake ?? send.error?.message}
      </p>
      {'PublicKeyCredential' in window && (
        <Button onClick={() => setPresses(presses + 1)}>Sign in with a passkey</Button>
      )}
      {(presses > 0 || hasUsedPasskey()) && <LazyAdditionalSignIn by="passkey" presses={presses} onDone={onClose} />}
      {basic && <LazyAdditionalSignIn by="basic" onDone={onClose} />}
    </Dialog>
  );
}

/** How long a mail usually takes at most; milliseconds. */
const deliveryTime = 60_000;

/** The confirmation after the magic link was sent, with advice and a retry button; `onAgain` sends it again. */
function LinkSent({ address, onAgain }: { address: string; onAgain: () => void }) {
  const [isLate, setLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(setLate, deliveryTime, true);
    return () => clearTimeout(timer);
  }, []);
  return (
    <div role="status">
      <p>
        If <strong className={styles.address}>{address}</strong> can sign in, a login link is on its way. Open it in
        this browser within 10 minutes. It works once.
      </p>
      <p className={styles.note}>
        {`Nothing in your inbox after a minute? Check your spam folder and the address above.${isLate ? '' : ' Then you can send the link again.'}`}
      </p>
      {isLate && <Button onClick={onAgain}>Send again</Button>}
    </div>
  );
}
