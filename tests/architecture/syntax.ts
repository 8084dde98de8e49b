import { dottedName, type LintRule, syntaxRule } from './rule.ts';

/** Rule: environment variables are read in api/platform/config only (design 2). */
export const readsNoEnvironment = syntaxRule((report) => ({
  MemberExpression(node) {
    if (dottedName(node) === 'process.env') report(node, 'reads process.env: only api/platform/config does');
  },
}));

/** Rule: clock and randomness are passed in (style 9). */
export const readsNoClock = syntaxRule((report) => ({
  NewExpression(node) {
    if (dottedName(node.callee) === 'Date' && node.arguments.length === 0) report(node, 'reads the clock: pass it in');
  },
  CallExpression(node) {
    if (dottedName(node.callee) === 'Date') report(node, 'reads the clock: pass it in');
  },
  MemberExpression(node) {
    const name = dottedName(node) ?? '';
    if (['Date.now', 'performance.now'].includes(name)) report(node, 'reads the clock: pass it in');
    if (['Math.random', 'crypto.randomUUID', 'crypto.getRandomValues'].includes(name)) {
      report(node, 'makes something random: pass it in');
    }
  },
}));

/**
 * Rule: the API reads the time from its one clock, and measures its own durations with a monotonic counter (design 2).
 */
export const usesTheClock = syntaxRule((report) => ({
  NewExpression(node) {
    if (dottedName(node.callee) === 'Date' && node.arguments.length === 0) report(node, otherClock);
  },
  CallExpression(node) {
    if (dottedName(node.callee) === 'Date') report(node, otherClock);
  },
  MemberExpression(node) {
    if (dottedName(node) === 'Date.now') report(node, otherClock);
  },
  Identifier(node) {
    if (node.name === '$currentDate') report(node, otherClock);
  },
  Literal(node) {
    if (node.value === '$$NOW' || node.value === '$currentDate') report(node, otherClock);
  },
}));

const otherClock = 'asks another clock than api/platform/clock/clock.ts';

/** Rule: no type assertion or directive hides a type error from the compiler. */
export const isFullyTyped = syntaxRule((report) => ({
  TSAnyKeyword(node) {
    report(node, 'says any');
  },
  TSNonNullExpression(node) {
    report(node, 'says ! instead of answering for the missing value');
  },
  TSAsExpression(node) {
    const inner = node.expression;
    if (inner.type === 'TSAsExpression' && inner.typeAnnotation.type === 'TSUnknownKeyword') {
      report(node, 'casts through unknown');
    }
  },
}));

/** Rule: product code logs through pino, and command line tools write to stdout. */
export const hasNoConsoleCalls = syntaxRule((report) => ({
  MemberExpression(node) {
    if (dottedName(node.object) === 'console') report(node, 'writes to the console');
  },
}));

/** Rule: a caught error is handled; an empty catch block needs a comment with the reason. */
export const handlesErrors: LintRule = (source) =>
  syntaxRule((report) => ({
    CatchClause(node) {
      if (node.body.body.length === 0 && !/\/[/*]/.test(source.text.slice(node.body.start, node.body.end))) {
        report(node, 'swallows an error without saying why');
      }
    },
  }))(source);

/** Rule: no lint suppression, and no comment that postpones work. */
export const hasNoSuppressions: LintRule = (source) =>
  source.comments
    .filter(({ text }) => /@ts-(ignore|expect-error|nocheck)|\b(TODO|FIXME|XXX)\b|eslint-disable/.test(text))
    .map(({ text, line }) => `${source.path}:${line} says ${text.trim()}`);

const skipping = /^(describe|it|test)\b.*\.(skip|skipIf|runIf|todo|fixme|only|fail|fails)$/;

/** Rule: no skipped or focused test, and no fixed sleep. */
export const hasNoSkipOrSleep = syntaxRule((report) => ({
  CallExpression(node) {
    const name = dottedName(node.callee) ?? '';
    if (skipping.test(name)) report(node, `${name}: every test runs`);
    if (name === 'setTimeout' || name.endsWith('.waitForTimeout')) report(node, `${name}: wait for what you expect`);
  },
  Literal(node) {
    if (node.value === 'networkidle') report(node, 'networkidle: wait for what you expect');
  },
}));

/** Rule: use `loadable` in place of React's `lazy`, which caches a failed load until the page is reloaded. */
export const usesLoadable = syntaxRule((report) => ({
  ImportSpecifier(node) {
    if (node.imported.type === 'Identifier' && ['lazy', 'Suspense'].includes(node.imported.name))
      report(node, `imports ${node.imported.name}: loadable loads what did not come once more`);
  },
}));

/** Rule: numbers are formatted as en-US, whatever the browser's locale (spec 9). */
export const formatsNumbersAsEnUs = syntaxRule((report) => ({
  CallExpression(node) {
    if (node.callee.type !== 'MemberExpression' || node.arguments.length > 0) return;
    const { property } = node.callee;
    if (property.type === 'Identifier' && property.name === 'toLocaleString')
      report(node, "writes a number as the browser's language does: say 'en-US'");
  },
}));
