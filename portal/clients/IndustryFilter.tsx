import { queryOptions, useQuery } from '@tanstack/react-query';
import { request } from '../api/request.ts';
import styles from './IndustryFilter.module.css';

/** The industries of the clients that the person may see, or of those in one channel. */
const industriesOf = (channel: string | undefined) =>
  queryOptions({
    queryKey: ['clients', 'industries', channel],
    queryFn: ({ signal }) =>
      request<{ industry: string; count: number }[]>({ path: 'clients/industries', query: { channel }, signal }),
    staleTime: 60_000,
  });

/** The industry filter of the client list. The selected industry stays an option even if no client has it any more. */
export function IndustryFilter({
  channel,
  value,
  onChange,
}: {
  channel: string | undefined;
  value: string;
  onChange: (industry: string) => void;
}) {
  const { data: known = [] } = useQuery(industriesOf(channel));
  const isKnown = value === '' || known.some(({ industry }) => industry === value);
  return (
    <select
      className={styles.choice}
      aria-label="Industry"
      value={value}
      onChange={({ target }) => onChange(target.value)}
    >
      <option value="">All industries</option>
      {known.map(({ industry, count }) => (
        <option key={industry} value={industry}>
          {`${industry} (${count})`}
        </option>
      ))}
      {!isKnown && <option>{value}</option>}
    </select>
  );
}
