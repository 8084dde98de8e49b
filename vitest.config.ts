import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

/**
 * The modules of the product are loaded once for all files of a worker, which saves a third of the time. These need a process
 * of their own: they watch what is collected, load a module anew, or count the calls of one.
 */
const alone = [
  ...['grammar/program.test.ts', 'api/store/sealing.test.ts', 'portal/preferences/preferenceStore.test.ts'],
  'tests/api/form-script-runs.test.ts',
];

/**
 * Files that start, kill and await whole products: most of their time is waiting, so more of them run than there are cores. What
 * has another number of workers is a group of its own, after the others.
 */
const mostlyWaiting = { maxWorkers: 2 * availableParallelism(), sequence: { groupOrder: 1 } };

/** Long runs by chance and over many starts of the product, which `npm test` leaves to `npm run nightly`. */
const nightly = [
  'tests/api/schemathesis.test.ts',
  ...['database-access', 'database-versions', 'random-kills', 'replicas'].map((name) => `tests/faults/${name}.test.ts`),
];

/** Tests beside the pure modules, and one project per folder of tests/ that vitest runs. */
export default defineConfig({
  test: {
    // One worker less than there are cores is vitest's default, which on two cores would be no parallel work at all.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    projects: [
      {
        test: {
          name: 'unit',
          include: ['{grammar,schemas,api,portal,admin,tests/runner}/**/*.test.{ts,tsx}'],
          exclude: alone,
          isolate: false,
          setupFiles: ['tests/runner/seed.ts'],
          // The properties among them try thousands of cases, which takes some seconds where the machine does other work as well.
          testTimeout: 30_000,
        },
      },
      // Each parses the whole project, which takes its time on a busy machine.
      { test: { name: 'architecture', include: ['tests/architecture/**/*.test.ts'], testTimeout: 120_000 } },
      { test: { name: 'forms', include: ['tests/forms/**/*.test.ts'], testTimeout: 30_000 } },
      // The command line is started anew for each of its tests.
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
          testTimeout: 15_000,
          hookTimeout: 30_000,
        },
      },
      { test: { name: 'alone', include: alone, globalSetup: ['tests/api/database.ts'] } },
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
          name: 'nightly',
          include: nightly,
          globalSetup: ['tests/api/database.ts'],
          ...mostlyWaiting,
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
      // Three that try for a minute each, at once whatever the cores: the built product takes part.
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
