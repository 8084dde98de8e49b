interface Usage {
  /** What the benchmark measures. */
  about: string;
  /** The meaning of each option, with its value if it takes one. */
  options: Record<string, string>;
}

const data = 'a DATA_DIR to keep, so that the next run need not fill it';
const rounds = 'pairs for each row; 5 by default';
const seconds = 'duration of one side of a pair; 2 by default';

/** The texts of `npm run bench -- NAME --help`, for every benchmark. */
export const usages = {
  api: {
    about: 'The API compared with Fastify and the native driver (performance.md part 1).',
    options: {
      'orders N': 'number of orders; 50,000 by default',
      'data FOLDER': data,
      'rounds N': rounds,
      'seconds N': seconds,
      'only WORDS': 'only rows whose name contains these words; saves nothing',
      'rows N': 'rows of the import; 100,000 by default',
      'totals N': 'rows under the totals; 1,000,000 by default',
      'heap MiB': 'heap limit of the product',
      growth: 'measures again with four times as many orders',
    },
  },
  cost: {
    about: 'The idle cost of the product: start time, memory, download size.',
    options: { 'rounds N': 'starts of each kind; 5 by default', 'data FOLDER': 'an existing database' },
  },
  forms: {
    about: 'The form renderer compared with a hand-written page and one of rjsf (performance.md part 2).',
    options: {
      'rounds N': 'rounds; 5 by default',
      'only PART': 'only pages, designer or portal',
      'fields N': 'fields of the form in the designer; 450 by default',
    },
  },
  growth: {
    about: 'The product with 2,000,000 orders compared with itself at 50,000.',
    options: {
      'orders N': 'number of orders in the larger database; 2,000,000 by default',
      'data FOLDER': 'a folder for both databases to keep, so that the next run need not fill them',
      'rounds N': rounds,
      'seconds N': seconds,
      'only WORDS': 'only rows whose name contains these words; saves nothing',
      check: 'fails when a row exceeds its limit; saves nothing',
    },
  },
  load: {
    about: 'Load test: latency with many concurrent users, overload, memory growth.',
    options: {
      'data FOLDER': data,
      'users N': 'number of users; 200 by default',
      'think SECONDS': 'average think time; 5 by default',
      'minutes N': 'duration of the normal load; 5 by default',
      'overload SECONDS': 'duration of the overload at three times the capacity; 30 by default',
      'soak MINUTES': 'duration of the soak test for memory growth; 20 by default',
      'orders N': 'number of orders; 100,000 by default',
      'clients N': 'number of clients; 20,000 by default',
      'entities N': 'number of entities; 500 by default',
      'products N': 'number of products; 2,000 by default',
      'rows N': 'number of report rows; 1,000,000 by default',
      print: 'saves no results',
    },
  },
  peers: {
    about: 'The product beside its native reference, PocketBase and Directus, in one interleaved run.',
    options: {
      'pocketbase PROGRAM': "PocketBase's program",
      'directus URL': 'address of Directus',
      'token TOKEN': "an administrator's static token for Directus",
      'pid PID': "Directus's process, if it runs on this machine, to measure its CPU time",
      'orders N': 'number of orders; 50,000 by default',
      'data FOLDER': data,
      'rounds N': rounds,
      'seconds N': seconds,
    },
  },
  quick: {
    about: 'The ratios of the API in three minutes, appended to results/history.jsonl with the commit.',
    options: { print: 'appends nothing to the history' },
  },
  rules: {
    about: 'The rules language compared with plain JavaScript and other engines (rules-language.md part 6).',
    options: { 'rounds N': 'rounds; 5 by default, about two minutes' },
  },
} satisfies Record<string, Usage>;

export type BenchName = keyof typeof usages;

export const isBench = (name: string): name is BenchName => Object.hasOwn(usages, name);

/** The usage text of one benchmark. */
export function usageOf(name: BenchName): string {
  const { about, options }: Usage = usages[name];
  const lines = Object.entries(options).map(([option, means]) => `  --${option.padEnd(18)} ${means}`);
  return [`npm run bench -- ${name} [options]`, '', about, '', ...lines, ''].join('\n');
}

/** The usage text of all benchmarks. */
export function usage(): string {
  const lines = Object.entries(usages).map(([name, { about }]) => `  ${name.padEnd(9)} ${about}`);
  return ['npm run bench -- NAME [options]; NAME --help lists them', '', ...lines, ''].join('\n');
}
