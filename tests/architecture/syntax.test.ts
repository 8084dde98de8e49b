import { describe, expect, it } from 'vitest';
import { violations } from './rule.ts';
import { parse, product, sources } from './sources.ts';
import {
  formatsNumbersAsEnUs,
  handlesErrors,
  hasNoConsoleCalls,
  hasNoSkipOrSleep,
  hasNoSuppressions,
  isFullyTyped,
  readsNoClock,
  readsNoEnvironment,
  usesLoadable,
  usesTheClock,
} from './syntax.ts';

describe('environment variables', () => {
  const elsewhere = product.filter(({ path }) => !path.startsWith('api/platform/config/') && path !== 'api/start.mjs');

  it('are read in api/platform/config only', () => {
    expect(violations(readsNoEnvironment, elsewhere)).toEqual([]);
  });

  it.each(['process.env.PORT', "process['env'].PORT", 'const { PORT } = process.env'])('are found in %s', (text) => {
    expect(readsNoEnvironment(parse('api/app.ts', text))).toHaveLength(1);
  });
});

describe('clock and randomness', () => {
  const pure = product.filter(
    ({ path, folder }) =>
      ['grammar', 'schemas'].includes(folder) &&
      !path.startsWith('schemas/generate/') &&
      !['grammar/generate.ts', 'grammar/command.ts'].includes(path),
  );

  it('are passed in to grammar and schemas', () => {
    expect(violations(readsNoClock, pure)).toEqual([]);
  });

  it.each(['Date.now()', 'new Date()', 'Date()', 'Math.random()', 'crypto.randomUUID()'])('are found in %s', (text) => {
    expect(readsNoClock(parse('schemas/values.ts', text))).toHaveLength(1);
  });

  it('may be used to make a date from a given value', () => {
    expect(readsNoClock(parse('schemas/values.ts', 'new Date(value)'))).toEqual([]);
  });
});

describe('the current time', () => {
  // A released migration never changes.
  const asking = product.filter(
    ({ path, folder }) =>
      folder === 'api' && path !== 'api/platform/clock/clock.ts' && !/^api\/engine\/migrations\/\d/.test(path),
  );

  it('is read from one clock in api', () => {
    expect(violations(usesTheClock, asking)).toEqual([]);
  });

  it.each(['Date.now()', 'new Date()', 'Date()', "({ $lt: ['$until', '$$NOW'] })", '({ $currentDate: { a: true } })'])(
    'read elsewhere is found in %s',
    (text) => {
      expect(usesTheClock(parse('api/app.ts', text))).toHaveLength(1);
    },
  );

  it('is not read by a date made from a value', () => {
    expect(usesTheClock(parse('api/app.ts', 'new Date(value); performance.now()'))).toEqual([]);
  });
});

describe('number formatting', () => {
  it('uses en-US everywhere (spec 9)', () => {
    expect(violations(formatsNumbersAsEnUs, product)).toEqual([]);
  });

  it('in the browser’s locale is found', () => {
    expect(formatsNumbersAsEnUs(parse('portal/app.ts', 'const text = rows.length.toLocaleString();'))).toHaveLength(1);
    expect(formatsNumbersAsEnUs(parse('portal/app.ts', "const text = rows.toLocaleString('en-US');"))).toEqual([]);
  });
});

describe('lazily loaded code', () => {
  it('is retried after a failed load', () => {
    expect(violations(usesLoadable, product)).toEqual([]);
    expect(usesLoadable(parse('admin/a.tsx', "import { lazy, useState } from 'react';"))).toHaveLength(1);
  });
});

describe('source code', () => {
  it('is fully typed: no any, no !, no cast through unknown', () => {
    expect(violations(isFullyTyped, sources)).toEqual([]);
    expect(isFullyTyped(parse('api/app.ts', 'const a: any = b!; c as unknown as D;'))).toHaveLength(3);
  });

  it('does not log to the console', () => {
    expect(violations(hasNoConsoleCalls, sources)).toEqual([]);
    expect(hasNoConsoleCalls(parse('api/app.ts', 'console.log(1)'))).toHaveLength(1);
  });

  it('source code swallows no error', () => {
    expect(violations(handlesErrors, sources)).toEqual([]);
    expect(handlesErrors(parse('api/app.ts', 'try { a() } catch {}'))).toHaveLength(1);
  });

  it('has no lint suppression and no TODO comment', () => {
    expect(violations(hasNoSuppressions, sources)).toEqual([]);
    expect(hasNoSuppressions(parse('api/app.ts', `// @ts-${'ignore'}\na()`))).toHaveLength(1);
  });
});

describe('test code', () => {
  const tests = sources.filter(({ path }) => /\.(test|spec)\.tsx?$/.test(path));

  it('skips no test and never sleeps', () => {
    expect(violations(hasNoSkipOrSleep, tests)).toEqual([]);
  });

  it.each([
    "it.skip('a', b)",
    "test.describe.only('a', b)",
    "describe.todo('a')",
    'page.waitForTimeout(5)',
    'setTimeout(a, 5)',
    "page.goto(a, { waitUntil: 'networkidle' })",
  ])('that skips or sleeps is found in %s', (text) => {
    expect(hasNoSkipOrSleep(parse('tests/api/a.test.ts', text))).toHaveLength(1);
  });
});
