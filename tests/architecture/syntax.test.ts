import { describe, expect, it } from 'vitest';
import { findings } from './findings.ts';
import { parse, product, sources } from './sources.ts';
import {
  answersForErrors,
  asksTheOneClock,
  commentsHonestly,
  keepsQuiet,
  keepsTypes,
  loadsAgain,
  readsNoClock,
  readsNoEnvironment,
  testsWithoutSkippingOrSleeping,
  writesNumbersAlike,
} from './syntax.ts';

describe('the environment', () => {
  const elsewhere = product.filter(({ path }) => !path.startsWith('api/host/config/') && path !== 'api/start.mjs');

  it('is read in api/host/config only', () => {
    expect(findings(readsNoEnvironment, elsewhere)).toEqual([]);
  });

  it.each(['process.env.PORT', "process['env'].PORT", 'const { PORT } = process.env'])('is seen in %s', (text) => {
    expect(readsNoEnvironment(parse('api/app.ts', text))).toHaveLength(1);
  });
});

describe('the clock and randomness', () => {
  const pure = product.filter(
    ({ path, folder }) =>
      ['grammar', 'schemas'].includes(folder) &&
      !path.startsWith('schemas/generate/') &&
      !['grammar/generate.ts', 'grammar/command.ts'].includes(path),
  );

  it('are passed in to grammar and schemas', () => {
    expect(findings(readsNoClock, pure)).toEqual([]);
  });

  it.each(['Date.now()', 'new Date()', 'Date()', 'Math.random()', 'crypto.randomUUID()'])('are seen in %s', (text) => {
    expect(readsNoClock(parse('schemas/values.ts', text))).toHaveLength(1);
  });

  it('does not mind a date made from a value', () => {
    expect(readsNoClock(parse('schemas/values.ts', 'new Date(value)'))).toEqual([]);
  });
});

describe('the time', () => {
  // A migration that was released stays as it was.
  const asking = product.filter(
    ({ path, folder }) => folder === 'api' && path !== 'api/clock/clock.ts' && !/^api\/migrations\/\d/.test(path),
  );

  it('is told by one clock in api', () => {
    expect(findings(asksTheOneClock, asking)).toEqual([]);
  });

  it.each(['Date.now()', 'new Date()', 'Date()', "({ $lt: ['$until', '$$NOW'] })", '({ $currentDate: { a: true } })'])(
    'is seen to be asked elsewhere in %s',
    (text) => {
      expect(asksTheOneClock(parse('api/app.ts', text))).toHaveLength(1);
    },
  );

  it('may be made of a value', () => {
    expect(asksTheOneClock(parse('api/app.ts', 'new Date(value); performance.now()'))).toEqual([]);
  });
});

describe('a number', () => {
  it('is written as in en-US everywhere (spec 9)', () => {
    expect(findings(writesNumbersAlike, product)).toEqual([]);
  });

  it('is seen where it is written as the browser’s language does', () => {
    expect(writesNumbersAlike(parse('portal/app.ts', 'const text = rows.length.toLocaleString();'))).toHaveLength(1);
    expect(writesNumbersAlike(parse('portal/app.ts', "const text = rows.toLocaleString('en-US');"))).toEqual([]);
  });
});

describe('code that is loaded later', () => {
  it('is asked for again when it did not come', () => {
    expect(findings(loadsAgain, product)).toEqual([]);
    expect(loadsAgain(parse('admin/a.tsx', "import { lazy, useState } from 'react';"))).toHaveLength(1);
  });
});

describe('the code', () => {
  it('keeps its types: no any, no !, no cast through unknown', () => {
    expect(findings(keepsTypes, sources)).toEqual([]);
    expect(keepsTypes(parse('api/app.ts', 'const a: any = b!; c as unknown as D;'))).toHaveLength(3);
  });

  it('writes nothing to the console', () => {
    expect(findings(keepsQuiet, sources)).toEqual([]);
    expect(keepsQuiet(parse('api/app.ts', 'console.log(1)'))).toHaveLength(1);
  });

  it('swallows no error', () => {
    expect(findings(answersForErrors, sources)).toEqual([]);
    expect(answersForErrors(parse('api/app.ts', 'try { a() } catch {}'))).toHaveLength(1);
  });

  it('silences no tool and puts no work off in a comment', () => {
    expect(findings(commentsHonestly, sources)).toEqual([]);
    expect(commentsHonestly(parse('api/app.ts', `// @ts-${'ignore'}\na()`))).toHaveLength(1);
  });
});

describe('the tests', () => {
  const tests = sources.filter(({ path }) => /\.(test|spec)\.tsx?$/.test(path));

  it('skip nothing and sleep nowhere', () => {
    expect(findings(testsWithoutSkippingOrSleeping, tests)).toEqual([]);
  });

  it.each([
    "it.skip('a', b)",
    "test.describe.only('a', b)",
    "describe.todo('a')",
    'page.waitForTimeout(5)',
    'setTimeout(a, 5)',
    "page.goto(a, { waitUntil: 'networkidle' })",
  ])('are seen to in %s', (text) => {
    expect(testsWithoutSkippingOrSleeping(parse('tests/api/a.test.ts', text))).toHaveLength(1);
  });
});
