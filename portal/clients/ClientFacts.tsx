import { maySet } from '#schemas/access/may-set.ts';
import type { Client } from '#schemas/generated/types.ts';
import { useSignedIn } from '../session/SessionProvider.tsx';
import styles from './ClientForm.module.css';
import { clientField } from './clientFields.ts';
import { placeOf } from './places.ts';
import { usePlaces } from './usePlaces.ts';

/** What is told of a client and not asked: where it belongs, and its number for who may not set it. */
export function ClientFacts({ client }: { client: Client }) {
  const { user } = useSignedIn();
  const places = usePlaces();
  const number = clientField('externalId');
  const isOutside = client.treeScope.length === 0;
  return (
    <dl className={styles.facts}>
      <dt>Organization</dt>
      <dd>{isOutside ? 'None: only administrators see this client' : placeOf(client, places.data ?? []) || '–'}</dd>
      {client.externalId && !maySet(number.property, user.roles) && (
        <>
          <dt>{number.label}</dt>
          <dd>{client.externalId}</dd>
        </>
      )}
    </dl>
  );
}
