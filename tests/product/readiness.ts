/** What a product is started with so that a test can read the details of its readiness. */
export const metricsToken = 'the metrics token of the tests';

/** What readyz tells who sends METRICS_TOKEN. */
export interface Readiness {
  status: string;
  mail: { waiting: number; failed: number } | null;
  loops: { name: string; isLate: boolean }[];
}

/** Reads the readiness, with its details, of a product that was started with METRICS_TOKEN as above. */
export async function readinessOf(url: string): Promise<Readiness> {
  const answer = await fetch(`${url}/api/readyz`, { headers: { authorization: `Bearer ${metricsToken}` } });
  return await answer.json();
}
