import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * Most test files of a worker share the loaded modules (`isolate: false`), which saves a third of the time. These run in a
 * process of their own, because they observe garbage collection, reload a module or count the calls of one.
 */
const alone = [
  ...['grammar/program.test.ts', 'api/engine/store/sealing.test.ts', 'portal/preferences/preferenceStore.test.ts'],
  'tests/api/form-script-runs.test.ts',
];

/**
 * Files that start and kill whole products spend most of their time waiting, so more of them run than there are cores. A
 * project with its own number of workers must run in its own group, after the others.
 */
const mostlyWaiting = { maxWorkers: 2 * availableParallelism(), sequence: { groupOrder: 1 } };

const inApi = (name: string) => `tests/api/${name}.test.ts`;
const inFaults = (name: string) => `tests/faults/${name}.test.ts`;

/** Sweeps over every request, role, value or size: `npm test` runs a sample, and `npm run nightly` all of them. */
const sweeps = [
  ...['access-matrix', 'api-key-scopes', 'contract', 'database-drift', 'hostile-values', 'query-plans'].map(inApi),
  ...['hidden-fields', 'reference-races', 'schema-change', 'tenant-isolation', 'tenant-isolation-lists'].map(inApi),
  inApi('thumbnails'),
  ...['tests/rules/linear-time.test.ts', 'tests/rules/properties.test.ts'],
  ...['tests/forms/imports/survey-core.test.ts', 'tests/forms/imports/formio-core.test.ts'],
  'tests/forms/imports/json-schema.test.ts',
];

/** Files with many starts of the product: `npm test` runs some of their tests, and `npm run nightly` all of them. */
const partial = ['crash', 'database-trouble', 'failed-starts', 'graceful-shutdown', 'log'].map(inFaults);

/**
 * Long random tests, tests with many starts of the product, and those that repeat on a whole product what an API test
 * shows. They run in `npm run nightly`, not in `npm test`.
 */
const nightly = [
  ...['generated-clients', 'openapi-linters', 'schemathesis'].map(inApi),
  ...[
    'background-jobs',
    'backup',
    'behind-https',
    'database-access',
    'database-versions',
    'job-processes',
    'rolling-restart',
    'secret-rotation',
  ].map(inFaults),
  ...['node-versions', 'observability', 'private-files', 'random-kills', 'read-only-disk', 'replicas'].map(inFaults),
  inFaults('slow-clients'),
  'tests/webkit/journeys.test.ts',
];

/**
 * Vitest starts the projects by name, and the larger files of a project first. The longest files start before all others
 * of their group instead, since the workers that finish earlier have nothing else to do.
 */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isLong = ({ moduleId }: TestSpecification) => longest.some((name) => moduleId.endsWith(name));
    const sorted = await super.sort(files);
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))];
  }
}

const longest = ['tests/resource/new-resource.test.ts', 'tests/upgrade/upgrade.test.ts', 'tests/faults/crash.test.ts'];

/** One project for the unit tests beside the modules, and one for each folder of tests/ that vitest runs. */
export default defineConfig({
  test: {
    // Vitest's default is one worker less than there are cores. API tests wait for the database a third of the time, so
    // three run on two cores.
    maxWorkers: Math.max(3, availableParallelism() - 1),
    sequence: { sequencer: LongestFirst },
    // Transforming the modules takes a tenth of the time; the parts of a run, and later runs, share the results.
    experimental: { fsModuleCache: true },
    projects: [
      {
        test: {
          name: 'unit',
          include: ['{grammar,schemas,api,portal,admin,tests/runner}/**/*.test.{ts,tsx}'],
          exclude: alone,
          isolate: false,
          setupFiles: ['tests/runner/seed.ts'],
          // The property tests try thousands of cases, which takes some seconds on a busy machine.
          testTimeout: 30_000,
        },
      },
      // Each test parses the whole project, which is slow on a busy machine.
      { test: { name: 'architecture', include: ['tests/architecture/**/*.test.ts'], testTimeout: 120_000 } },
      { test: { name: 'forms', include: ['tests/forms/**/*.test.ts'], testTimeout: 30_000 } },
      // Each test of the command line starts a process.
      {
        test: {
          name: 'rules',
          include: ['tests/rules/**/*.test.ts'],
          setupFiles: ['tests/runner/seed.ts'],
          testTimeout: 30_000,
        },
      },
      {
        test: {
          name: 'api',
          include: ['tests/api/**/*.test.ts'],
          exclude: [...alone, ...nightly],
          isolate: false,
          globalSetup: ['tests/api/database.ts'],
          // The slowest tests take 10 s on two quiet cores, those with workbooks and images more on busy ones.
          testTimeout: 45_000,
          hookTimeout: 45_000,
        },
      },
      { test: { name: 'alone', include: alone, globalSetup: ['tests/api/database.ts'], hookTimeout: 30_000 } },
      {
        test: {
          name: 'faults',
          include: ['tests/{faults,upgrade}/**/*.test.ts'],
          exclude: nightly,
          ...mostlyWaiting,
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
      {
        test: {
          name: 'sweeps',
          include: sweeps,
          env: { SWEEPS: 'all' },
          globalSetup: ['tests/api/database.ts'],
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
      {
        test: {
          name: 'nightly',
          include: [...nightly, ...partial],
          env: { SWEEPS: 'all' },
          globalSetup: ['tests/api/database.ts'],
          ...mostlyWaiting,
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
      // Three tests of a minute each, run in parallel on any machine; they use the built product.
      {
        test: {
          name: 'fuzz',
          include: ['tests/fuzz/**/*.test.ts'],
          setupFiles: ['tests/runner/seed.ts'],
          maxWorkers: 3,
          sequence: { groupOrder: 2 },
        },
      },
      // Builds and starts a copy of the project.
      {
        test: {
          name: 'resource',
          include: ['tests/resource/**/*.test.ts'],
          ...mostlyWaiting,
          testTimeout: 120_000,
          hookTimeout: 240_000,
        },
      },
    ],
  },
});
