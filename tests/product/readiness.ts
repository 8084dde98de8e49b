/** Environment with which a test can read the details of the readiness. */
export const metricsToken = 'the metrics token of the tests';

/** The response of readyz to a request with METRICS_TOKEN. */
export interface Readiness {
  status: string;
  mail: { waiting: number; failed: number } | null;
  loops: { name: string; isLate: boolean }[];
}

/** Reads the readiness with its details from a product started with METRICS_TOKEN as above. */
export async function readinessOf(url: string): Promise<Readiness> {
  const answer = await fetch(`${url}/api/readyz`, { headers: { authorization: `Bearer ${metricsToken}` } });
  return await answer.json();
}
