import { useEffect, useRef, useState } from 'react';
import { Link } from 'react-router-dom';
import { apiKeyPermissions, isKeyResource, type KeyResource, keyResources } from '#schemas/access/sign-in-methods.ts';
import type { AuthProvider } from '#schemas/generated/types.ts';
import { momentText } from '#schemas/texts/moments.ts';
import { ApiError } from '../api/ApiError.ts';
import { Banner } from '../look/Banner.tsx';
import { Button } from '../look/Button.tsx';
import { CopyButton } from '../look/CopyButton.tsx';
import { Dialog } from '../look/Dialog.tsx';
import { LabeledInput } from '../look/Field.tsx';
import { needsReauthentication, ReauthenticationBanner } from './ReauthenticationBanner.tsx';
import styles from './SettingsPage.module.css';
import { SignInMethodList } from './SignInMethodRow.tsx';
import { useFormParams } from './useFormParams.ts';
import { useSaveSignInMethod } from './useSignInMethods.ts';

/** The API keys by which programs act in the person's name. */
export function ApiKeys({ methods, isOwn }: { methods: AuthProvider[]; isOwn: boolean }) {
  const { values, clear } = useKeyFormParams();
  const [isOpen, setOpen] = useState(values.key !== undefined);
  const [newKey, setNewKey] = useState<AuthProvider>();
  const close = () => {
    setOpen(false);
    clear();
  };
  return (
    <>
      <h3>API keys and tokens</h3>
      <p className={styles.hint}>
        A program sends a token with its API requests, or signs them with a key, and acts on your behalf. Tokens and
        keys stop working when you remove them, or when your account is deactivated.
      </p>
      <p className={styles.hint}>
        <Link to="/settings/first_call">Your first call: examples for curl, JavaScript and Python</Link>
      </p>
      <SignInMethodList
        methods={methods}
        isOwn={isOwn}
        textsOf={(method) => ({
          notes: [
            apiKeyPermissions(method),
            method.expires ? expiryText(method.expires) : `Signing key, ID ${method.id}`,
          ],
          question: method.type === 'API_TOKEN' ? 'Remove this token?' : 'Remove this key?',
          consequence: `API requests with “${method.key}” will be rejected.`,
        })}
      />
      {!isOpen && isOwn && (
        <div className={styles.actions}>
          <Button onClick={() => setOpen(true)}>Create a key or token</Button>
        </div>
      )}
      {isOpen && isOwn && (
        <ApiKeyForm
          onCreated={(key) => {
            close();
            setNewKey(key);
          }}
          onClose={close}
        />
      )}
      {newKey && <NewApiKeyDialog apiKey={newKey} onClose={() => setNewKey(undefined)} />}
    </>
  );
}

/** 'Token, expires 3/1/27 9:00 AM'; for a past time 'Token, expired …'. */
const expiryText = (expires: string) =>
  `Token, ${expires > new Date().toISOString() ? 'expires' : 'expired'} ${momentText(expires)}`;

/** Shows a new API key with its secret, which is shown only once. */
function NewApiKeyDialog({ apiKey, onClose }: { apiKey: AuthProvider; onClose: () => void }) {
  const isToken = apiKey.type === 'API_TOKEN';
  const secret = isToken ? 'token' : 'secret';
  return (
    <Dialog
      title={`${isToken ? 'Token' : 'Key'} “${apiKey.key}”`}
      onClose={onClose}
      actions={
        <Button kind="primary" onClick={onClose}>
          {`I've saved the ${secret}`}
        </Button>
      }
    >
      <Banner status="warn" title={`Save the ${secret} now. You won't see it again.`}>
        {`Store it where only the program can read it. If you lose it, remove the ${isToken ? 'token' : 'key'} and create a new one.`}
      </Banner>
      {!isToken && <Shown label="Key ID" text={apiKey.id} />}
      <Shown label={isToken ? 'Token' : 'Secret'} text={apiKey.secret ?? ''} />
    </Dialog>
  );
}

function Shown({ label, text }: { label: string; text: string }) {
  return (
    <div className={styles.shown}>
      <LabeledInput label={label} readOnly value={text} onFocus={({ target }) => target.select()} />
      <CopyButton label={label} text={text} />
    </div>
  );
}

/** Hook: the form's values, stored in the address during a re-authentication. */
const useKeyFormParams = () => useFormParams(['key', 'kind', 'days', 'reads', 'reaches']);

const kinds = {
  API_TOKEN: 'Token: sent with each request, for simple scripts. It expires.',
  API_HMAC: 'Signing key: never sent, for programs that sign their requests (RFC 9421)',
} as const;

const lifetimes = { 7: '7 days', 30: '30 days', 90: '90 days', 365: '1 year' } as const;

const resources = Object.keys(keyResources).filter(isKeyResource);

/** The form that creates an API key with its limits. */
function ApiKeyForm({ onCreated, onClose }: { onCreated: (made: AuthProvider) => void; onClose: () => void }) {
  const { values, store } = useKeyFormParams();
  const [key, setKey] = useState(values.key ?? '');
  const [type, setType] = useState<keyof typeof kinds>(values.kind === 'API_HMAC' ? 'API_HMAC' : 'API_TOKEN');
  const [days, setDays] = useState(
    values.days !== undefined && Object.hasOwn(lifetimes, values.days) ? values.days : '90',
  );
  const [onlyReads, setOnlyReads] = useState(values.reads === 'yes');
  const [isLimited, setLimited] = useState(values.reaches !== undefined);
  const [reached, setReached] = useState(() => values.reaches?.split(',').filter(isKeyResource) ?? []);
  const first = useRef<HTMLInputElement>(null);
  useEffect(() => first.current?.focus(), []);
  const save = useSaveSignInMethod(type === 'API_TOKEN' ? 'Token created' : 'Key created', onCreated);
  const noun = type === 'API_TOKEN' ? 'token' : 'key';
  const isStale = needsReauthentication(save.error);
  const wrong = save.error instanceof ApiError ? save.error.fields.find(({ path }) => path === '/key') : undefined;
  const isComplete = key.trim() !== '' && !(isLimited && reached.length === 0);
  return (
    <form
      className={styles.add}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        const body = {
          type,
          key: key.trim(),
          ...(type === 'API_TOKEN' ? { expires: new Date(Date.now() + Number(days) * 86_400_000).toISOString() } : {}),
          ...(onlyReads ? { onlyReads } : {}),
          ...(isLimited ? { resources: reached } : {}),
        };
        if (isComplete && !save.isPending) save.mutate({ body });
      }}
    >
      <LabeledInput
        ref={first}
        label="Name"
        hint="A name that you recognize it by, such as “Nightly import”."
        autoComplete="off"
        maxLength={254}
        value={key}
        error={wrong?.message}
        onChange={({ target }) => {
          setKey(target.value);
          if (wrong) save.reset();
        }}
      />
      <fieldset className={styles.choice}>
        <legend>Type</legend>
        {(['API_TOKEN', 'API_HMAC'] as const).map((each) => (
          <label key={each} className={styles.tick}>
            <input type="radio" name="key-type" checked={type === each} onChange={() => setType(each)} />
            <span>{kinds[each]}</span>
          </label>
        ))}
      </fieldset>
      {type === 'API_TOKEN' && (
        <fieldset className={styles.choice}>
          <legend>Expires in</legend>
          <div className={styles.options}>
            {Object.entries(lifetimes).map(([count, text]) => (
              <label key={count} className={styles.option}>
                <input type="radio" name="key-days" checked={days === count} onChange={() => setDays(count)} />
                <span>{text}</span>
              </label>
            ))}
          </div>
        </fieldset>
      )}
      <label className={styles.tick}>
        <input type="checkbox" checked={onlyReads} onChange={({ target }) => setOnlyReads(target.checked)} />
        Read only
      </label>
      <label className={styles.tick}>
        <input type="checkbox" checked={isLimited} onChange={({ target }) => setLimited(target.checked)} />
        Limit it to some resources
      </label>
      {isLimited && <Reached reached={reached} onChange={setReached} />}
      {save.error && !wrong && !isStale && <Banner status="error" title={save.error.message} />}
      <div className={styles.actions}>
        <Button type="submit" disabled={!isComplete} isBusy={save.isPending}>
          {`Create the ${noun}`}
        </Button>
        <Button kind="quiet" onClick={onClose}>
          Cancel
        </Button>
      </div>
      {isStale && (
        <ReauthenticationBanner
          subject={`creating a ${noun}`}
          onLeave={() =>
            store({
              key: key.trim(),
              kind: type,
              days,
              ...(onlyReads ? { reads: 'yes' } : {}),
              ...(isLimited ? { reaches: reached.join(',') } : {}),
            })
          }
          onBack={save.reset}
        />
      )}
    </form>
  );
}

function Reached({ reached, onChange }: { reached: KeyResource[]; onChange: (reached: KeyResource[]) => void }) {
  return (
    <fieldset className={styles.choice}>
      <legend>Resources</legend>
      <div className={styles.options}>
        {resources.map((each) => (
          <label key={each} className={styles.option}>
            <input
              type="checkbox"
              checked={reached.includes(each)}
              onChange={({ target }) =>
                onChange(resources.filter((one) => (one === each ? target.checked : reached.includes(one))))
              }
            />
            <span>{keyResources[each]}</span>
          </label>
        ))}
      </div>
      <p className={styles.hint}>A key for orders also needs to read clients, products, channels and forms.</p>
    </fieldset>
  );
}
