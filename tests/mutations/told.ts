/** What main.ts tells the processes that Stryker starts. */
export interface Told {
  seed: number;
  /** Digests of the changes that are tried; null for all. */
  sample: string[] | null;
  /** Which test files are asked at all: a pattern of their paths. */
  tests: string;
  /** So many of them are asked about a change. */
  most: number;
}

const variable = 'MUTATIONS';

export function tell(told: Told): void {
  process.env[variable] = JSON.stringify(told);
}

export function told(): Told {
  return JSON.parse(process.env[variable] ?? '{"seed":0,"sample":null,"tests":"","most":1}');
}
