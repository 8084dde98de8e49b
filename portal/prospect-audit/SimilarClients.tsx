import { useQuery } from '@tanstack/react-query';
import { listOf } from '../api/queries.ts';
import { Banner } from '../look/Banner.tsx';
import { Button } from '../look/Button.tsx';
import styles from './Audit.module.css';

/** The clients that may be the business already, each to be taken instead of a new one. */
export function SimilarClients({
  name,
  isBusy,
  onChoose,
}: {
  name: string;
  isBusy: boolean;
  onChoose: (clientId: string) => void;
}) {
  const found = useQuery(listOf('clients', { search: name, limit: 5 }));
  const clients = found.data?.results ?? [];
  if (clients.length === 0) return null;
  return (
    <Banner status="warn" title="This business may be a client already">
      <ul className={styles.choices}>
        {clients.map((client) => (
          <li key={client.id} className={styles.choice}>
            <span>
              {client.name}, {client.businessAddress.street}, {client.businessAddress.city}
            </span>
            <Button isBusy={isBusy} onClick={() => onChoose(client.id)} aria-label={`Make order for ${client.name}`}>
              Make order for it
            </Button>
          </li>
        ))}
      </ul>
    </Banner>
  );
}
