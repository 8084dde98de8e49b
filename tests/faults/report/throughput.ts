import autocannon, { type Request } from 'autocannon';
import { pageHeaders } from '#tests/product/call.ts';
import { aSellingAgency } from '../selling-agency.ts';
import type { ReplicaInstallation } from './installation.ts';
import { type ResultRow, timestamp } from './table.ts';

/** Seconds of load for each number of processes. */
const duration = 8;
/** Number of connections, shared by the processes. */
const connections = 12;

/** Measures the maximum throughput of one, two and three processes. Throws when a request is rejected. */
export async function measureProcesses({ people, urls }: ReplicaInstallation): Promise<ResultRow[]> {
  const agency = await aSellingAgency(people);
  const { user, channel, client } = agency;
  const body = {
    ...{ channelId: channel.id, form: channel.orderFormId, client: client.id },
    formData: { headline: 'One of many', budget: 500 },
  };
  const work: { name: string; request: Request }[] = [
    { name: 'new orders', request: { method: 'POST', path: '/api/orders', body: JSON.stringify(body) } },
    { name: 'lists of orders', request: { method: 'GET', path: '/api/orders?limit=20' } },
  ];
  const rows: ResultRow[] = [];
  for (const { name, request } of work) {
    const requestTo = (origin: string) => ({
      ...request,
      headers: pageHeaders({ origin, hasBody: request.body !== undefined, cookies: user.cookies }),
    });
    const rates: number[] = [];
    await together(urls, requestTo, 2);
    for (const count of [1, 2, 3]) rates.push(await together(urls.slice(0, count), requestTo, duration));
    const [one = Number.NaN, ...more] = rates;
    rows.push([name, one.toFixed(0), ...more.map((rate) => (rate / one).toFixed(2)), timestamp()]);
  }
  return rows;
}

/** Requests per second of all these processes together. */
async function together(urls: string[], requestTo: (url: string) => Request, seconds: number): Promise<number> {
  const results = await Promise.all(
    urls.map((url) =>
      autocannon({ url, connections: connections / urls.length, duration: seconds, requests: [requestTo(url)] }),
    ),
  );
  const failedRequests = results.reduce((sum, { non2xx, errors }) => sum + non2xx + errors, 0);
  if (failedRequests > 0) throw new Error(`${failedRequests} requests were rejected`);
  return results.reduce((sum, { requests, duration: took }) => sum + requests.total / took, 0);
}
