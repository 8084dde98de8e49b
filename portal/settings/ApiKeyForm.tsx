import { useEffect, useRef, useState } from 'react';
import { isKeyResource, type KeyResource, keyResources } from '#schemas/access/sign-in-methods.ts';
import type { AuthProvider } from '#schemas/generated/types.ts';
import { ApiError } from '../api/ApiError.ts';
import { Banner } from '../look/Banner.tsx';
import { Button } from '../look/Button.tsx';
import { LabeledInput } from '../look/Field.tsx';
import { needsReauthentication, ReauthenticationBanner } from './ReauthenticationBanner.tsx';
import styles from './SettingsPage.module.css';
import { useFormParams } from './useFormParams.ts';
import { useSaveSignInMethod } from './useSignInMethods.ts';

/** Hook: the form's values, stored in the address during a re-authentication. */
export const useKeyFormParams = () => useFormParams(['key', 'reads', 'reaches']);

const resources = Object.keys(keyResources).filter(isKeyResource);

/** The form that creates an API key with its limits. */
export function ApiKeyForm({ onCreated, onClose }: { onCreated: (made: AuthProvider) => void; onClose: () => void }) {
  const { values, store } = useKeyFormParams();
  const [key, setKey] = useState(values.key ?? '');
  const [onlyReads, setOnlyReads] = useState(values.reads === 'yes');
  const [isLimited, setLimited] = useState(values.reaches !== undefined);
  const [reached, setReached] = useState(() => values.reaches?.split(',').filter(isKeyResource) ?? []);
  const first = useRef<HTMLInputElement>(null);
  useEffect(() => first.current?.focus(), []);
  const save = useSaveSignInMethod('Key created', onCreated);
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
          type: 'API_HMAC' as const,
          key: key.trim(),
          ...(onlyReads ? { onlyReads } : {}),
          ...(isLimited ? { resources: reached } : {}),
        };
        if (isComplete && !save.isPending) save.mutate({ body });
      }}
    >
      <LabeledInput
        ref={first}
        label="Key name"
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
          Create the key
        </Button>
        <Button kind="quiet" onClick={onClose}>
          Cancel
        </Button>
      </div>
      {isStale && (
        <ReauthenticationBanner
          subject="creating a key"
          onLeave={() =>
            store({
              key: key.trim(),
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
