import { useQuery } from '@tanstack/react-query';
import type { Client } from '#schemas/generated/types.ts';
import { listOf } from '../api/queries.ts';
import type { Elements } from '../forms/elements.ts';
import { useDebounced } from '../lists/useDebounced.ts';
import { Banner } from '../look/Banner.tsx';
import styles from './SimilarClients.module.css';
import { isSimilar, similarName } from './similarName.ts';

/** So many begin alike at most that they are looked through; so many are shown. */
const looked = 100;
const shown = 5;

/** The clients that may be the business of this name already, each with what can be done with it instead of making another. */
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
