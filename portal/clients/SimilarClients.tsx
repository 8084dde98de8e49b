import { useQuery } from '@tanstack/react-query';
import { duplicateReasonText, duplicateText, type PossibleDuplicate } from '#schemas/clients/duplicates.ts';
import type { ClientInput } from '#schemas/generated/types.ts';
import { request } from '../api/request.ts';
import type { ElementSlot } from '../forms/elementSlot.ts';
import { useDebounced } from '../lists/useDebounced.ts';
import { Banner } from '../look/Banner.tsx';
import styles from './SimilarClients.module.css';

interface SimilarClientsProps {
  typed: Partial<Pick<ClientInput, 'name' | 'phoneNumber' | 'website' | 'email'>>;
  act: (client: PossibleDuplicate) => ElementSlot;
}

/** Duplicate detection: clients that may be the business that is typed, each with an action to use it instead. */
export function SimilarClients({ typed: { name, phoneNumber, website, email }, act }: SimilarClientsProps) {
  const query = useDebounced(JSON.stringify({ name, phoneNumber, website, email }));
  const { data: clients = [] } = useQuery({
    queryKey: ['clients', 'duplicates', query],
    queryFn: ({ signal }) =>
      request<PossibleDuplicate[]>({ path: 'clients/duplicates', query: JSON.parse(query), signal }),
  });
  if (clients.length === 0) return null;
  return (
    <Banner status="warn" title="This business may already be a client">
      <ul className={styles.clients}>
        {clients.map((client) => (
          <li key={client.id} className={styles.client}>
            <span>
              <span>{`Looks like ${duplicateText(client)}`}</span>
              <span className={styles.reason}>{duplicateReasonText(client)}</span>
            </span>
            {act(client)}
          </li>
        ))}
      </ul>
    </Banner>
  );
}
