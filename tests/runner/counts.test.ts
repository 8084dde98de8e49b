import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { playwrightCounts, slowestTests, vitestCounts } from './counts.ts';

const folder = mkdtempSync(join(tmpdir(), 'portal-counts-'));
afterAll(() => rmSync(folder, { recursive: true }));

function reportOf(content: object): string {
  const file = join(folder, 'report.json');
  writeFileSync(file, JSON.stringify(content));
  return file;
}

function vitestReport(...files: { status: string; tests: string[] }[]): string {
  const testResults = files.map(({ status, tests }) => ({
    name: join(process.cwd(), 'a.test.ts'),
    status,
    message: 'it does not load',
    assertionResults: tests.map((test) => ({
      status: test,
      fullName: 'a rule',
      duration: 250,
      failureMessages: [`it ${test}`],
    })),
  }));
  return reportOf({ testResults });
}

describe('counts of a vitest report', () => {
  it('are summed over all files', () => {
    const file = vitestReport(
      { status: 'passed', tests: ['passed', 'passed'] },
      { status: 'failed', tests: ['failed', 'passed'] },
    );
    const duration = { file: 'a.test.ts', title: 'a rule', seconds: 0.25 };
    expect(vitestCounts(file)).toEqual({
      passed: 3,
      failed: 1,
      failures: ['a.test.ts > a rule\n    it failed'],
      durations: [duration, duration, duration, duration],
    });
  });

  it.each(['skipped', 'pending', 'todo', 'disabled'])('count a %s test as failed', (status) => {
    expect(vitestCounts(vitestReport({ status: 'passed', tests: ['passed', status] }))).toMatchObject({
      passed: 1,
      failed: 1,
    });
  });

  it('count a file that does not load as one failed test', () => {
    expect(vitestCounts(vitestReport({ status: 'failed', tests: [] }))).toEqual({
      passed: 0,
      failed: 1,
      failures: ['a.test.ts\n    it does not load'],
      durations: [],
    });
  });

  it('count a failed hook after passed tests as one failed test', () => {
    expect(vitestCounts(vitestReport({ status: 'failed', tests: ['passed'] }))).toMatchObject({
      passed: 1,
      failed: 1,
    });
  });
});

describe('counts of a Playwright report', () => {
  it('count skipped and flaky tests as failed', () => {
    const file = reportOf({ stats: { expected: 4, unexpected: 1, flaky: 1, skipped: 1 } });
    expect(playwrightCounts(file)).toMatchObject({ passed: 4, failed: 3 });
  });

  it('list each failure with the beginning of its message', () => {
    const spec = (title: string, status: string) => ({
      file: 'order-end-to-end.spec.ts',
      title,
      tests: [{ status, results: [{ duration: 1500, error: { message: `\u001b[31m${'why '.repeat(200)}` } }] }],
    });
    const suites = [{ specs: [spec('one', 'expected')], suites: [{ specs: [spec('another', 'unexpected')] }] }];
    const { failures, durations } = playwrightCounts(
      reportOf({ suites, stats: { expected: 1, unexpected: 1, flaky: 0, skipped: 0 } }),
    );
    expect(failures).toEqual([`order-end-to-end.spec.ts > another\n    ${'why '.repeat(150)}…`]);
    expect(durations[0]).toEqual({ file: 'tests/browser/order-end-to-end.spec.ts', title: 'one', seconds: 1.5 });
  });
});

it('the slowest tests are listed first, with their seconds and files', () => {
  const durations = [
    { file: 'a.test.ts', title: 'is quick', seconds: 0.04 },
    { file: 'b.spec.ts', title: 'is slow', seconds: 12.34 },
    { file: 'a.test.ts', title: 'is slower than quick', seconds: 1 },
  ];
  expect(slowestTests(durations, 2)).toBe(
    '  12.3 s  b.spec.ts > is slow\n   1.0 s  a.test.ts > is slower than quick\n',
  );
});
