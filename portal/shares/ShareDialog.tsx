import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { ShareLink } from '#schemas/generated/types.ts';
import { momentText } from '#schemas/texts/moments.ts';
import { listOf } from '../api/queries.ts';
import { request } from '../api/request.ts';
import { Button } from '../look/Button.tsx';
import { Dialog } from '../look/Dialog.tsx';
import { Field, LabeledInput } from '../look/Field.tsx';
import { LoadError } from '../look/LoadError.tsx';
import styles from './Shares.module.css';

/** The lifetimes of share links, in days. */
const choices = [7, 30, 90];

/** The dialog that creates share links, which open one record without a sign-in, and revokes the person's own. */
export function ShareDialog({
  kind,
  subject,
  onClose,
}: {
  kind: ShareLink['kind'];
  subject: string;
  onClose: () => void;
}) {
  const cache = useQueryClient();
  const [days, setDays] = useState(30);
  const [newUrl, setNewUrl] = useState('');
  const list = useQuery(listOf('share_links', { subject, limit: 50 }));
  const refreshLinks = () => cache.invalidateQueries({ queryKey: ['share_links'] });
  const make = useMutation({
    mutationFn: () => request<ShareLink>({ method: 'POST', path: 'share_links', body: { kind, subject, days } }),
    onSuccess: ({ url = '' }) => {
      setNewUrl(url);
      return refreshLinks();
    },
  });
  const stop = useMutation({
    mutationFn: ({ id, revision }: ShareLink) =>
      request<ShareLink>({ method: 'DELETE', path: `share_links/${id}`, revision }),
    onSuccess: () => setNewUrl(''),
    onSettled: refreshLinks,
  });
  const error = make.error ?? stop.error ?? list.error;
  const links = list.data?.results ?? [];
  return (
    <Dialog title="Share" onClose={onClose} actions={<Button onClick={onClose}>Close</Button>}>
      <p>Anyone with the link can see this page, and nothing else, without signing in.</p>
      <div className={styles.make}>
        <Field label="Expires after">
          {(control) => (
            <select {...control} value={days} onChange={({ target }) => setDays(Number(target.value))}>
              {choices.map((each) => (
                <option key={each} value={each}>
                  {`${each} days`}
                </option>
              ))}
            </select>
          )}
        </Field>
        <Button kind="primary" isBusy={make.isPending} onClick={() => make.mutate()}>
          Create link
        </Button>
      </div>
      {newUrl && <NewLink key={newUrl} url={newUrl} />}
      {error && <LoadError error={error} />}
      {links.length > 0 && (
        <ul className={styles.links} aria-label="Links">
          {links.map((link) => (
            <li key={link.id}>
              <span>
                Expires <span>{momentText(link.expires)}</span>
                <span className={styles.soft}>
                  {link.opened === 0
                    ? ', not opened yet'
                    : `, opened ${link.opened === 1 ? 'once' : `${link.opened} times`}`}
                </span>
              </span>
              <Button isBusy={stop.isPending} onClick={() => stop.mutate(link)}>
                Revoke
              </Button>
            </li>
          ))}
        </ul>
      )}
    </Dialog>
  );
}

/** The URL of a new link, which is shown only once. */
function NewLink({ url }: { url: string }) {
  const [isCopied, setCopied] = useState(false);
  const copy = () => navigator.clipboard.writeText(url).then(() => setCopied(true), select);
  return (
    <div className={styles.make}>
      <LabeledInput
        label="Link"
        hint="Copy it now. You won't see it again."
        readOnly
        value={url}
        onFocus={({ target }) => target.select()}
      />
      <Button onClick={() => void copy()}>{isCopied ? 'Copied' : 'Copy'}</Button>
    </div>
  );
}

/** Without clipboard permission, select the link for copying by hand. */
const select = () => {
  const input = document.querySelector('dialog input[readonly]');
  if (input instanceof HTMLInputElement) input.select();
};
