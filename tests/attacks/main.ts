import { join } from 'node:path';
import { runCommand } from '#tests/runner/command.ts';
import { attackFiles, attacks } from './attacks.ts';

/**
 * `npm run attacks`: lists the attacks, runs their tests completely, and exits with 1 when one of them succeeds. Needs the
 * built product.
 */
for (const [area, all] of Object.entries(attacks)) {
  process.stdout.write(`${area}\n`);
  for (const { description, files } of all) process.stdout.write(`  ${description}\n    ${files.join(' ')}\n`);
}
const stories = attackFiles.filter((file) => file.endsWith('.spec.ts'));
const tests = attackFiles.filter((file) => !stories.includes(file));
const run = (name: string, args: string[], environment: Record<string, string> = {}) =>
  runCommand({ program: join('node_modules', '.bin', name), args, environment, limit: 3_600, isLive: true });
const { isOk: areTestsOk } = await run('vitest', ['run', ...tests]);
const args = ['test', '--config', 'tests/browser/playwright.config.ts', ...stories];
const { isOk: areStoriesOk } = await run('playwright', args, { SWEEPS: 'all' });
process.stdout.write(
  areTestsOk && areStoriesOk ? 'No attack succeeded.\n' : 'At least one attack succeeded: see above.\n',
);
if (!areTestsOk || !areStoriesOk) process.exitCode = 1;
