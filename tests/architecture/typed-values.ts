import type { ESTree } from 'vite';
import { dottedName, type LintRule, syntaxRule } from './rule.ts';

/** A construct reserved for the parsers, and the files that may use it anyway with the reason. */
export interface ParserRule {
  look: LintRule;
  exceptions: Readonly<Record<string, readonly string[]>>;
  /** The files that the rule covers; all by default. */
  about?: RegExp;
}

const ownTimestamp = 'a timestamp that the product wrote itself';
const ownDay = 'a stored day or moment, in its one format';
const chosen = 'the number of something that is chosen, not typed';

const parser = 'use schemas/typed-values';

/** `parseFloat('1,200')` is 1. */
const floats: ParserRule = {
  exceptions: { 'a length in the design tokens': ['admin/frame/theme.ts'] },
  look: syntaxRule((report) => ({
    CallExpression(node) {
      if (/^(?:Number\.)?parseFloat$/.test(dottedName(node.callee) ?? '')) report(node, `parses a number: ${parser}`);
    },
  })),
};

/** `Number('')` is 0, and `Number('1,200')` is NaN. */
const controls: ParserRule = {
  exceptions: {
    [chosen]: [
      'admin/forms/publishing/CompareVersions.tsx',
      'portal/orders/history/HistoryDialog.tsx',
      'portal/orders/line-form/LineForm.tsx',
      'portal/reports/ReportFilters.tsx',
      'portal/shares/ShareDialog.tsx',
    ],
    "the calendar's own hour and minute": ['portal/forms/dates/DatePicker.tsx'],
  },
  look: syntaxRule((report) => ({
    CallExpression(node) {
      const [argument] = node.arguments;
      if (!argument || argument.type === 'SpreadElement') return;
      const isRead = /(?:^|\.)(?:target|currentTarget)\.value$/.test(dottedName(argument) ?? '');
      if (isRead && /^(?:Number|(?:Number\.)?parseInt)$/.test(dottedName(node.callee) ?? ''))
        report(node, `parses what a control holds: ${parser}`);
    },
    MemberExpression({ property, ...node }) {
      if (property.type === 'Identifier' && /^valueAs(?:Number|Date)$/.test(property.name))
        report(node, `lets the browser parse what a control holds: ${parser}`);
    },
  })),
};

/** Native date and number inputs hide incomplete values from validation, and accept no pasted text. */
const nativeInputs: ParserRule = {
  exceptions: {},
  look: syntaxRule((report) => ({
    JSXAttribute(node) {
      if (node.name.name !== 'type' || node.value?.type !== 'Literal') return;
      if (/^(?:number|date|time|month|week|datetime-local)$/.test(String(node.value.value)))
        report(node, 'shows a native input: use a typed field, or the text field with a calendar');
    },
    ImportDeclaration(node) {
      if (node.source.value !== 'react-admin') return;
      for (const { local } of node.specifiers)
        if (/^(?:Number|Date|Time|DateTime)Input$/.test(local.name))
          report(local, 'takes an input that parses by itself: use admin/generate/typed-inputs.tsx');
    },
  })),
};

/** `Date.parse` reads 2026-02-30 as March 2, and luxon's formats expect machine-written text. */
const dates: ParserRule = {
  exceptions: {
    [ownTimestamp]: [
      'admin/orders/override.tsx',
      'api/features/auth/magic-link.ts',
      'api/features/auth/session.ts',
      'api/engine/backup/scheduled-backups.ts',
      'api/engine/jobs/queue.ts',
      'api/engine/mail/outbox.ts',
      'api/features/orders/history/versions.ts',
      'api/features/status/status.ts',
      'portal/home/HomePage.tsx',
      'portal/orders/lifecycle/ApprovalUndo.tsx',
    ],
  },
  look: syntaxRule((report) => ({
    CallExpression(node) {
      if (/^Date\.parse$|(?:^|\.)fromFormat$/.test(dottedName(node.callee) ?? ''))
        report(node, `parses a date: ${parser}`);
    },
  })),
};

/** `new Date(text)` guesses the format, and turns February 30 into March 2. */
const datesOfTexts: ParserRule = {
  about: /^(?:schemas|portal|admin|api\/imports|api\/resource\/lists)\//,
  exceptions: {
    [ownTimestamp]: [
      'admin/forms/designer/autosave/DesignerBanners.tsx',
      'admin/generate/filters/conditions.ts',
      'admin/generate/format-value.ts',
      'portal/orders/editing/formContext.ts',
      'schemas/publishing/examples.ts',
      'schemas/publishing/lint-samples.ts',
    ],
    [ownDay]: [
      'admin/generate/typed-inputs.tsx',
      'portal/forms/dates/ParsedDateHint.tsx',
      'portal/forms/dates/stepDate.ts',
      'portal/forms/dates/days.ts',
      'portal/forms/dates/moments.ts',
      'schemas/forms/why/value-words.ts',
      'schemas/texts/moments.ts',
    ],
  },
  look: syntaxRule((report) => ({
    NewExpression(node) {
      const [argument] = node.arguments;
      if (dottedName(node.callee) !== 'Date' || node.arguments.length !== 1 || !argument) return;
      if (!isNumeric(argument)) report(node, `makes a date of what may be a text: ${parser}`);
    },
  })),
};

/** Allowed: a number, a calculated value, and the time of another date. */
function isNumeric(node: ESTree.Node): boolean {
  if (node.type === 'Literal') return typeof node.value === 'number';
  if (node.type === 'BinaryExpression') return /^[-*/%]$/.test(node.operator) || isNumeric(node.right);
  if (node.type !== 'CallExpression' || node.callee.type !== 'MemberExpression') return false;
  const { property } = node.callee;
  return property.type === 'Identifier' && /^(?:getTime|now|UTC)$/.test(property.name);
}

/** A regular expression that matches a date is the start of a second date parser. */
const dateExpressions: ParserRule = {
  exceptions: {
    [ownDay]: [
      'admin/forms/columns/SampleTable.tsx',
      'admin/generate/typed-inputs.tsx',
      'api/engine/resource/lists/filters.ts',
      'portal/forms/dates/moments.ts',
      'portal/forms/typed/typedKinds.ts',
      'portal/lists/filterKinds.ts',
      'schemas/forms/kinds/date.ts',
      'schemas/forms/why/value-words.ts',
      'schemas/reports/comparison.ts',
      'schemas/texts/moments.ts',
    ],
    'a stored value that a migration turns into another kind': ['api/engine/migrations/steps/steps.ts'],
    'the dates of another program, in the form that it exports': ['schemas/designing/imports/fields.ts'],
  },
  look: syntaxRule((report) => ({
    Literal(node) {
      if ('regex' in node && dateShape.test(node.regex.pattern))
        report(node, `describes how a date is written: ${parser}`);
    },
  })),
};

/** Four digits and a hyphen before digits, or one or two digits and a slash before digits. */
const dateShape = /(?:\\d\{4\}|\\d\\d\\d\\d)\)?-\(?(?:\\d|\(?0)|\\d\{1,2\}\)?\\\/\(?\\d/;

export const parserRules = {
  'a float of a text': floats,
  'a number of what a control holds': controls,
  'a control that parses by itself': nativeInputs,
  'Date.parse, or a format of luxon': dates,
  'a Date of a text': datesOfTexts,
  'an expression that dates fit': dateExpressions,
} satisfies Record<string, ParserRule>;

/** The parsers themselves, and the rules language, whose grammar defines its own literals. */
export const isParser = (path: string): boolean => /^(?:schemas\/typed-values|grammar)\//.test(path);
