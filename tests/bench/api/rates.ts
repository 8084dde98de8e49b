import { type LoadResult, measurePair, medianLoad, type Server } from './load.ts';
import type { BenchmarkRow } from './work.ts';

/** One row of the table. */
export interface Rates extends Pick<BenchmarkRow, 'name' | 'least' | 'aim'> {
  /** Requests per second, the median of the rounds. */
  product: number;
  reference: number;
  /** Requests per second as a share of the reference's: the median of the pairs, with minimum and maximum. */
  ratio: number;
  spread: [number, number];
  /** The reference's CPU time as a share of the product's, in the same form. */
  cpuRatio: number;
  /** CPU time per request in milliseconds, the median of the rounds. */
  cpu: { product: CpuTimes; reference: CpuTimes };
}

/** Of the server's own process, and of the database. */
interface CpuTimes {
  server: number;
  database: number;
}

/** Measures row after row in pairs. Throws when a server rejects a request. */
export async function measureRates(
  work: BenchmarkRow[],
  servers: { product: Server; reference: Server },
  effort: { rounds: number; seconds: number },
): Promise<Rates[]> {
  const rates: Rates[] = [];
  for (const { name, least, aim, product, reference } of work) {
    const pairs = await measurePair(
      {
        product: { server: servers.product, requests: product },
        reference: { server: servers.reference, requests: reference },
      },
      effort,
    );
    const ratios = pairs.map((pair) => pair.product.rate / pair.reference.rate);
    rates.push({
      ...{ name, least, aim },
      product: medianLoad(pairs.map((pair) => pair.product.rate)),
      reference: medianLoad(pairs.map((pair) => pair.reference.rate)),
      ratio: medianLoad(ratios),
      spread: [Math.min(...ratios), Math.max(...ratios)],
      cpuRatio: medianLoad(pairs.map((pair) => pair.reference.cpu / pair.product.cpu)),
      cpu: {
        product: cpuOf(pairs.map((pair) => pair.product)),
        reference: cpuOf(pairs.map((pair) => pair.reference)),
      },
    });
    process.stdout.write(`${name}: ${medianLoad(ratios).toFixed(2)}\n`);
  }
  return rates;
}

function cpuOf(measured: LoadResult[]): CpuTimes {
  return {
    server: medianLoad(measured.map(({ cpu, databaseCpu }) => cpu - databaseCpu)),
    database: medianLoad(measured.map(({ databaseCpu }) => databaseCpu)),
  };
}
