import { readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';

export type Counts = {
  passed: number;
  failed: number;
  /** The failures by file and test name, with the beginning of the message, for the summary at the end of a run. */
  failures: string[];
  /** How long each test took. */
  durations: TestDuration[];
};

export type TestDuration = { file: string; title: string; seconds: number };

type VitestReport = {
  testResults: {
    name: string;
    status: string;
    message?: string;
    assertionResults: {
      status: string;
      fullName: string;
      /** In milliseconds. */
      duration?: number | null;
      failureMessages?: string[] | null;
    }[];
  }[];
};
type PlaywrightSuite = { suites?: PlaywrightSuite[]; specs?: PlaywrightSpec[] };
type PlaywrightSpec = {
  file: string;
  title: string;
  tests: { status: string; results: { duration?: number; error?: { message?: string } }[] }[];
};
type PlaywrightReport = PlaywrightSuite & {
  stats: { expected: number; unexpected: number; flaky: number; skipped: number };
};

/**
 * Reads the counts from the report of vitest's json reporter. A skipped test and a file that does not load count as
 * failed. Throws when there is no report.
 */
export function vitestCounts(file: string): Counts {
  const report: VitestReport = JSON.parse(readFileSync(file, 'utf8'));
  const counts: Counts = { passed: 0, failed: 0, failures: [], durations: [] };
  for (const { name, status, message, assertionResults } of report.testResults) {
    const place = relative(process.cwd(), name);
    const others = assertionResults.filter((test) => test.status !== 'passed');
    counts.passed += assertionResults.length - others.length;
    counts.failed += others.length;
    for (const { fullName, duration } of assertionResults)
      counts.durations.push({ file: place, title: fullName, seconds: (duration ?? 0) / 1000 });
    for (const test of others) {
      counts.failures.push(
        failureText(`${place} > ${test.fullName}`, test.failureMessages?.[0] ?? message ?? test.status),
      );
    }
    if (others.length === 0 && status !== 'passed') {
      counts.failed += 1;
      counts.failures.push(failureText(place, message ?? status));
    }
  }
  return counts;
}

/**
 * Reads the counts from the report of Playwright's json reporter. A flaky test, which passed only on a retry, counts as
 * failed.
 */
export function playwrightCounts(file: string): Counts {
  const report: PlaywrightReport = JSON.parse(readFileSync(file, 'utf8'));
  const { expected, unexpected, skipped, flaky } = report.stats;
  const specs = specsOf(report);
  const failures = specs.flatMap(({ file: place, title, tests }) =>
    tests
      .filter(({ status }) => status !== 'expected')
      .map(({ status, results }) => failureText(`${place} > ${title}`, results[0]?.error?.message ?? status)),
  );
  const durations = specs.flatMap(({ file: place, title, tests }) =>
    tests.map(({ results }) => ({
      file: `tests/browser/${place}`,
      title,
      seconds: results.reduce((sum, { duration = 0 }) => sum + duration, 0) / 1000,
    })),
  );
  return { passed: expected, failed: unexpected + skipped + flaky, failures, durations };
}

/** Lists the slowest tests, the slowest first, one per line. */
export function slowestTests(durations: readonly TestDuration[], limit = 30): string {
  return durations
    .toSorted((one, other) => other.seconds - one.seconds)
    .slice(0, limit)
    .map(({ file, title, seconds }) => `${seconds.toFixed(1).padStart(6)} s  ${file} > ${title}\n`)
    .join('');
}

const specsOf = ({ suites = [], specs = [] }: PlaywrightSuite): PlaywrightSpec[] => [
  ...specs,
  ...suites.flatMap(specsOf),
];

const longest = 600;

/** The name of a failure with its message, truncated when long; the runner has printed the full message. */
export function failureText(name: string, message: string): string {
  const plain = stripVTControlCharacters(message).trim();
  const shortened = plain.length > longest ? `${plain.slice(0, longest)}…` : plain;
  return `${name}\n    ${shortened.split('\n').join('\n    ')}`;
}
