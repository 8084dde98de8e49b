import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { playwrightCounts, vitestCounts } from './counts.ts';

const folder = mkdtempSync(join(tmpdir(), 'portal-counts-'));
afterAll(() => rmSync(folder, { recursive: true }));

function reportOf(content: object): string {
  const file = join(folder, 'report.json');
  writeFileSync(file, JSON.stringify(content));
  return file;
}

function vitestReport(...files: { status: string; tests: string[] }[]): string {
  const testResults = files.map(({ status, tests }) => ({
    status,
    assertionResults: tests.map((test) => ({ status: test })),
  }));
  return reportOf({ testResults });
}

describe('the counts of a vitest run', () => {
  it('are the sum over all files', () => {
    const file = vitestReport(
      { status: 'passed', tests: ['passed', 'passed'] },
      { status: 'failed', tests: ['failed', 'passed'] },
    );
    expect(vitestCounts(file)).toEqual({ passed: 3, failed: 1 });
  });

  it.each(['skipped', 'pending', 'todo', 'disabled'])('take a %s test for a failed one', (status) => {
    expect(vitestCounts(vitestReport({ status: 'passed', tests: ['passed', status] }))).toEqual({
      passed: 1,
      failed: 1,
    });
  });

  it('take a file that does not load for one failed test', () => {
    expect(vitestCounts(vitestReport({ status: 'failed', tests: [] }))).toEqual({ passed: 0, failed: 1 });
  });

  it('take a failed hook after passed tests for one failed test', () => {
    expect(vitestCounts(vitestReport({ status: 'failed', tests: ['passed'] }))).toEqual({ passed: 1, failed: 1 });
  });
});

describe('the counts of a Playwright run', () => {
  it('take skipped tests for failed ones, and those that pass only when repeated', () => {
    const file = reportOf({ stats: { expected: 4, unexpected: 1, flaky: 1, skipped: 1 } });
    expect(playwrightCounts(file)).toEqual({ passed: 4, failed: 3 });
  });
});
