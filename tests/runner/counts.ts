import { readFileSync } from 'node:fs';

export type Counts = {
  passed: number;
  failed: number;
};

type VitestReport = {
  testResults: { status: string; message?: string; assertionResults: { status: string }[] }[];
};
type PlaywrightReport = { stats: { expected: number; unexpected: number; flaky: number; skipped: number } };

/**
 * Counts from the report file that vitest's json reporter wrote. A skipped test and a file that does not load count
 * as failed. Throws when there is no report.
 */
export function vitestCounts(file: string): Counts {
  const report: VitestReport = JSON.parse(readFileSync(file, 'utf8'));
  const counts = { passed: 0, failed: 0 };
  for (const result of report.testResults) {
    const passed = result.assertionResults.filter((test) => test.status === 'passed').length;
    const others = result.assertionResults.length - passed;
    counts.passed += passed;
    counts.failed += others === 0 && result.status !== 'passed' ? 1 : others;
  }
  return counts;
}

/** The same for Playwright's json reporter. A story that passed only when repeated has failed. */
export function playwrightCounts(file: string): Counts {
  const { stats }: PlaywrightReport = JSON.parse(readFileSync(file, 'utf8'));
  return { passed: stats.expected, failed: stats.unexpected + stats.skipped + stats.flaky };
}
