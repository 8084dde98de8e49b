import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { productSize } from '#tests/architecture/file-counts.ts';
import { findOrFetchChromium } from '#tests/browser/chromium.ts';
import { auditPackages } from '#tests/dependencies/audit.ts';
import { makeSbom } from '#tests/dependencies/sbom.ts';
import { checkAlerts, lintDockerfile } from '#tests/operations/checks.ts';
import { findOrInstallWebKit } from '#tests/webkit/webkit.ts';
import { type Command, type CommandOutcome, runCommand } from './command.ts';
import { playwrightCounts, vitestCounts } from './counts.ts';
import { nodeSteps } from './node-versions.ts';
import type { Step } from './step.ts';

const checkProjects = ['architecture'];
const testProjects = ['unit', 'api', 'alone', 'forms', 'rules'];
/** The parts that start the built product. */
const productProjects = ['faults', 'resource'];
/** The fuzz tests against the built product: 6 s each in `npm test`, and a minute each in the nightly run. */
const fuzzProjects = ['fuzz'];
/** Slow tests, and the sweeps that `npm test` samples. They run only on request. */
const nightlyProjects = ['sweeps', 'nightly'];
/** Fewer orders than the benchmark has by default, since filling takes most of its time; it fails above the limit. */
const nightlyGrowth = ['--orders', '500000', '--rounds', '3', '--check'];
const playwrightConfig = 'tests/browser/playwright.config.ts';
/** The browser tests of which `npm test` runs a part, and the nightly run all (tests/runner/sweep.ts). */
const sampledSpecs = [
  ...['all-pages', 'approvals-desk', 'back-office-lists', 'designer-keys', 'page-requests', 'stored-markup'],
].map((name) => `${name}.spec.ts`);

/**
 * The steps of `npm run check`, in groups that run in parallel. Each step is single-threaded, so the cores share them.
 */
function checkSteps(): Step[][] {
  return [
    [
      { name: 'generated files', run: checkGenerated },
      { name: 'size', run: async () => ({ isOk: true, seconds: 0, output: '', note: productSize() }) },
    ],
    [
      { name: 'types', run: () => runCommand(tool('tsc', ['--pretty', 'false'], 300)) },
      { name: 'types of the start', run: () => runCommand(tool('tsc', ['--pretty', 'false', '-p', 'api'], 300)) },
      { name: 'lint and format', run: lintAndFormat },
      { name: 'repeated code', run: () => runCommand(tool('jscpd', ['--exit-code', '1', '--no-colors'], 300)) },
      { name: 'unused code', run: () => runCommand(tool('knip', ['--treat-config-hints-as-errors'], 300)) },
      { name: 'alerts and dashboard', run: checkAlerts },
      { name: 'Dockerfile', run: lintDockerfile },
      { name: 'architecture', run: () => runCommand(tool('vitest', ['run', ...projects(checkProjects)], 300)) },
    ],
  ];
}

/** The parts that `npm test` accepts by name: `npm test -- api browser`. */
export const parts = [
  'check',
  'packages',
  ...testProjects,
  ...productProjects,
  ...fuzzProjects,
  'browser',
  'nightly',
  'nodes',
];

/**
 * The steps of `npm test`, in order: the later ones need the built product. `reports` is the folder for the runners'
 * reports. `selection` selects parts; when empty, all run except `nightly` and `nodes`.
 */
export function testSteps(reports: string, selection: readonly string[]): Step[][] {
  const chromium = { path: '' };
  const findChromium = async () => {
    const { path, ...outcome } = await findOrFetchChromium();
    chromium.path = path;
    return outcome;
  };
  const selectedOf = (names: string[]) => names.filter((name) => selection.length === 0 || selection.includes(name));
  const isNightly = selection.includes('nightly');
  const needsBuild = isNightly || selectedOf([...productProjects, ...fuzzProjects, 'browser']).length > 0;
  const tests = (step: { name: string; all: string[] }, environment: Record<string, string> = {}): Step[][] => {
    const projects = selectedOf(step.all);
    return projects.length > 0 ? [[vitestStep({ name: step.name, projects, limit: 1_800, reports, environment })]] : [];
  };
  // In the full run the fuzz tests are short and use a fixed seed, so a failure comes from the change under test. Random
  // seeds are for the nightly run, and for runs of this part alone.
  const fuzzEnvironment: Record<string, string> = selection.length === 0 ? { SEED: '1', FUZZ_SECONDS: '6' } : {};
  const hasBrowser = selectedOf(['browser']).length > 0;
  return [
    ...(selectedOf(['check']).length > 0 ? checkSteps() : []),
    [
      ...(needsBuild ? [{ name: 'build', run: () => runCommand(npm('build', [], 300)) }] : []),
      ...(hasBrowser || isNightly ? [{ name: 'chromium', run: findChromium }] : []),
      ...(selectedOf(['packages']).length > 0
        ? [
            { name: 'audit of packages', run: auditPackages },
            { name: 'bill of materials', run: makeSbom },
          ]
        : []),
    ],
    // After Chromium, because only one apt-get can run at a time.
    ...(isNightly ? [[{ name: 'webkit', run: findOrInstallWebKit }]] : []),
    ...tests({ name: 'unit, api, forms, rules', all: testProjects }),
    ...tests({ name: 'faults, a new resource', all: productProjects }),
    ...tests({ name: 'fuzz', all: fuzzProjects }, fuzzEnvironment),
    ...(hasBrowser ? [[playwrightStep({ name: 'browser', specs: [], environment: {}, reports, chromium })]] : []),
    ...(isNightly
      ? [
          [vitestStep({ name: 'nightly', projects: nightlyProjects, limit: 5_400, reports, environment: {} })],
          [vitestStep({ name: 'nightly fuzz', projects: fuzzProjects, limit: 1_800, reports, environment: {} })],
          [
            playwrightStep({
              name: 'nightly browser',
              specs: sampledSpecs,
              environment: { SWEEPS: 'all' },
              reports,
              chromium,
            }),
          ],
          // Alone, because it compares CPU times.
          [{ name: 'growth of the orders', run: () => runCommand(npm('bench', ['growth', ...nightlyGrowth], 1_800)) }],
        ]
      : []),
    // Takes longer than all other parts together, so it runs only on request.
    ...(selection.includes('nodes') ? nodeSteps(reports) : []),
  ];
}

async function checkGenerated(): Promise<CommandOutcome> {
  // Generated files are git-ignored: in a fresh checkout there is nothing to compare yet.
  if (!existsSync('schemas/generated')) {
    const generated = await runCommand(npm('generate', [], 60));
    if (!generated.isOk) return generated;
  }
  return runCommand(npm('generate', ['--check'], 60));
}

/** Most findings are fixed automatically. */
async function lintAndFormat(): Promise<CommandOutcome> {
  const outcome = await runCommand(tool('biome', ['ci', '--colors=off', '--diagnostic-level=info'], 300));
  return outcome.isOk
    ? outcome
    : { ...outcome, output: `${outcome.output}\nTo fix format and imports: npx biome check --write` };
}

function vitestStep(
  step: { name: string; projects: string[]; limit: number; reports: string } & Required<Pick<Command, 'environment'>>,
): Step {
  const report = join(step.reports, `${step.projects.join('-')}.json`);
  const args = ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  return {
    name: step.name,
    run: () =>
      runCommand({
        ...tool('vitest', [...args, ...projects(step.projects)], step.limit),
        environment: step.environment,
        isLive: true,
      }),
    counts: () => vitestCounts(report),
  };
}

/**
 * Writing traces takes a quarter of the test time. Failed tests are therefore retried once with a trace, and still
 * count as failed.
 */
function playwrightStep({
  name,
  specs,
  environment,
  reports,
  chromium,
}: {
  name: string;
  /** The spec files to run; all when empty. */
  specs: string[];
  environment: Record<string, string>;
  reports: string;
  chromium: { path: string };
}): Step {
  const report = join(reports, `${name.replace(' ', '-')}.json`);
  const stories = (args: string[], limit: number): Command => ({
    ...tool('playwright', ['test', '--config', playwrightConfig, ...args], limit),
    environment: {
      ...environment,
      PLAYWRIGHT_CHROMIUM: chromium.path,
      PLAYWRIGHT_JSON_OUTPUT_NAME: report,
      // By default the transformed specs are cached in TMPDIR, which is empty in each run: that takes 8 s before the first test.
      PWTEST_CACHE_DIR: resolve('node_modules/.cache/playwright'),
    },
  });
  return {
    name,
    run: async () => {
      const args = [...specs, '--trace=off', '--reporter=list,json'];
      const outcome = await runCommand({ ...stories(args, 1_800), isLive: true });
      if (!outcome.isOk) await runCommand(stories(['--last-failed', '--trace=on', '--reporter=line'], 180));
      return outcome;
    },
    counts: () => playwrightCounts(report),
  };
}

function npm(script: string, args: string[], limit: number): Command {
  return { program: 'npm', args: ['run', '--silent', script, '--', ...args], limit };
}

function tool(name: string, args: string[], limit: number): Command {
  return { program: join('node_modules', '.bin', name), args, limit };
}

function projects(names: string[]): string[] {
  return names.flatMap((name) => ['--project', name]);
}
