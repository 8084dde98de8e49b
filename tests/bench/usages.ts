interface Usage {
  /** What the benchmark measures. */
  about: string;
  /** The meaning of each option, with its value if it takes one. */
  options: Record<string, string>;
}

const data = 'a DATA_DIR that is kept, so that the next run need not fill it';
const rounds = 'pairs for each row; 5 if not said';
const seconds = 'how long one side of a pair takes; 2 if not said';

/** The texts of `npm run bench -- NAME --help`, for every benchmark. */
export const usages = {
  api: {
    about: 'The API beside Fastify with the native driver (performance.md part 1).',
    options: {
      'orders N': 'how many orders; 50,000 if not said',
      'data FOLDER': data,
      'rounds N': rounds,
      'seconds N': seconds,
      'only WORDS': 'rows whose name has these words; nothing is written',
      'rows N': 'how many rows an import has; 100,000 if not said',
      'totals N': 'how many rows totals are of; 1,000,000 if not said',
      'heap MiB': "what the product's heap is held to",
      growth: 'all of it again on four times as many orders',
    },
  },
  cost: {
    about: 'What the product costs before anybody works with it: starts, memory, what a browser loads.',
    options: { 'rounds N': 'starts of each kind; 5 if not said', 'data FOLDER': 'an existing database' },
  },
  directus: {
    about: "The product's lists beside those of a Directus that runs already.",
    options: {
      'url URL': 'where Directus is',
      'token TOKEN': "an administrator's static token",
      'orders N': 'how many orders; 50,000 if not said',
      'data FOLDER': data,
      'rounds N': rounds,
      'seconds N': seconds,
    },
  },
  forms: {
    about: 'The form renderer beside a page written by hand and one of rjsf (performance.md part 2).',
    options: { 'rounds N': 'rounds; 5 if not said', 'only PART': 'pages, designer or portal alone' },
  },
  load: {
    about: 'What many people wait for when they work at once.',
    options: {
      'data FOLDER': data,
      'users N': 'how many people work; 200 if not said',
      'think SECONDS': 'how long each thinks on average; 5 if not said',
      'minutes N': 'how long everybody works; 5 if not said',
      'overload SECONDS': 'how long three times as much is asked for as the machine holds; 30 if not said',
      'soak MINUTES': "how long everybody goes on for the memory's sake; 20 if not said",
      'orders N': 'how many orders; 100,000 if not said',
      'clients N': 'how many clients; 20,000 if not said',
      'entities N': 'how many entities; 500 if not said',
      'products N': 'how many products; 2,000 if not said',
      'rows N': 'how many report rows; 1,000,000 if not said',
      print: 'writes no results',
    },
  },
  quick: {
    about: 'The ratios of the API in three minutes, added to results/history.jsonl with the commit.',
    options: { print: 'adds nothing to the history' },
  },
  rules: {
    about: 'The rules language beside plain JavaScript and its peers (rules-language.md part 6).',
    options: { 'rounds N': 'rounds; 5 if not said, about two minutes' },
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
  return ['npm run bench -- NAME [options]; NAME --help says which', '', ...lines, ''].join('\n');
}
