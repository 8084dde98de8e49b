import { useQuery } from '@tanstack/react-query';
import type { Client } from '#schemas/generated/types.ts';
import { listOf } from '../api/queries.ts';
import type { Elements } from '../forms/elements.ts';
import { useDebounced } from '../lists/useDebounced.ts';
import { Banner } from '../look/Banner.tsx';
import styles from './SimilarClients.module.css';
import { isSimilar, similarName } from './similarName.ts';

/** At most `looked` clients with the same beginning are compared, and at most `shown` of them are displayed. */
const looked = 100;
const shown = 5;

/** Duplicate detection: clients whose name resembles the one typed, each with an action to use it instead. */
export function SimilarClients({ name, act }: { name: string; act: (client: Client) => Elements }) {
  const search = useDebounced(similarName(name));
  const { data } = useQuery({ ...listOf('clients', { search, sort: 'name', limit: looked }), enabled: search !== '' });
  const found = search === '' ? [] : (data?.results ?? []);
  const clients = found.filter((each) => isSimilar(name, [each.name, each.businessName])).slice(0, shown);
  if (clients.length === 0) return null;
  return (
    <Banner status="warn" title="This business may be a client already">
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
