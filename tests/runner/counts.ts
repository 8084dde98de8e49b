import { readFileSync } from 'node:fs';

export type Counts = {
  passed: number;
  failed: number;
  /** How many of the passed ones did so only when repeated: they are mended, not lived with. */
  repeated?: number;
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

/** The same for Playwright's json reporter. */
export function playwrightCounts(file: string): Counts {
  const { stats }: PlaywrightReport = JSON.parse(readFileSync(file, 'utf8'));
  const failed = stats.unexpected + stats.skipped;
  return { passed: stats.expected + stats.flaky, failed, repeated: stats.flaky };
}
