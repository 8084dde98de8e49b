import { useQuery } from '@tanstack/react-query';
import type { Client } from '#schemas/generated/types.ts';
import { listOf } from '../api/queries.ts';
import type { ElementSlot } from '../forms/elementSlot.ts';
import { useDebounced } from '../lists/useDebounced.ts';
import { Banner } from '../look/Banner.tsx';
import { duplicateSearchText, isPossibleDuplicate } from './duplicateDetection.ts';
import styles from './SimilarClients.module.css';

/** At most `limit` clients with the same beginning are compared, and at most `shownLimit` of them are displayed. */
const limit = 100;
const shownLimit = 5;

/** Duplicate detection: clients whose name resembles the one typed, each with an action to use it instead. */
export function SimilarClients({ name, act }: { name: string; act: (client: Client) => ElementSlot }) {
  const search = useDebounced(duplicateSearchText(name));
  const { data } = useQuery({ ...listOf('clients', { search, sort: 'name', limit }), enabled: search !== '' });
  const found = search === '' ? [] : (data?.results ?? []);
  const clients = found
    .filter((each) => isPossibleDuplicate(name, [each.name, each.businessName]))
    .slice(0, shownLimit);
  if (clients.length === 0) return null;
  return (
    <Banner status="warn" title="This business may already be a client">
      <ul className={styles.clients}>
        {clients.map((client) => (
          <li key={client.id} className={styles.client}>
            <span>{`${client.name}, ${client.businessAddress.street}, ${client.businessAddress.city}`}</span>
            {act(client)}
          </li>
        ))}
      </ul>
    </Banner>
  );
}
