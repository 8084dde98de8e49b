import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { MESSAGES } from '#grammar/diagnostics/messages.ts';
import { BUILT_INS } from '#grammar/helpers/built-ins.ts';
import { compile, run } from '#grammar/index.ts';
import { readConformance } from './conformance.ts';

/** A documentation example: a script whose comments contain its input and expected result. */
interface Example {
  readonly source: string;
  readonly line: number;
}

const guide = readFileSync('grammar/LANGUAGE.md', 'utf8');
const messages = readFileSync('grammar/messages.md', 'utf8');

describe.each([
  ['LANGUAGE.md', guide],
  ['messages.md', messages],
])('grammar/%s', (_name, text) => {
  it.each(examplesOf(text))('has a correct example in line $line', ({ source }) => {
    const said = (word: string) =>
      Array.from(source.matchAll(new RegExp(`^// ${word} (.*)$`, 'gm')), ([, rest = '']) => rest);
    const [given = '{}'] = said('with');
    const [form] = said('form');
    const [at = '2026-11-21T10:00:00Z'] = said('at');
    const { program, diagnostics } = compile(source, form === undefined ? {} : { schema: JSON.parse(form) });
    const result = run(program, JSON.parse(given), { now: new Date(at) });
    const found = {
      gives: said('gives').length > 0 ? [JSON.stringify(result.value)] : [],
      prints: result.output,
      refuses: result.errors.map(({ path, message }) => `${path.join('.')}: ${message}`),
      says: diagnostics.map(({ line, column, message }) => `${line}:${column} ${message}`),
    };
    const isMessage = said('says').length > 0;
    if (isMessage)
      expect([
        ...found.says,
        ...result.diagnostics.map(({ line, column, message }) => `${line}:${column} ${message}`),
      ]).toEqual(expect.arrayContaining(said('says')));
    else expect(found).toEqual({ gives: said('gives'), prints: said('prints'), refuses: said('refuses'), says: [] });
  });
});

describe('grammar/LANGUAGE.md', () => {
  it('has the twenty rules of conformance/media-orders.json, each with at most three lines', () => {
    const scripts = examplesOf(guide.slice(guide.indexOf('## Twenty rules')))
      .map(({ source }) => source.replace(/^\/\/ .*\n/gm, '').trimEnd())
      .slice(0, 20);
    const orders = readConformance().find(({ title }) => title === 'Rules of media orders');
    const rules = orders?.cases.filter(({ rejections }) => rejections !== undefined) ?? [];
    expect(scripts).toEqual(rules.map(({ script }) => script));
    expect(Math.max(...scripts.map((script) => script.split('\n').length))).toBe(3);
  });

  it('grammar/LANGUAGE.md names every helper', () => {
    expect(Array.from(BUILT_INS.keys()).filter((name) => !guide.includes(`\`${name}\``))).toEqual([]);
  });
});

describe('grammar/messages.md', () => {
  it('has a section for every message', () => {
    const headings = Array.from(messages.matchAll(/^## (.*)$/gm), ([, heading = '']) => heading);
    const missing = Object.values(MESSAGES).filter(({ text }) => !headings.some((heading) => begins(text, heading)));
    expect(missing).toEqual([]);
  });
});

/** Whether a message starts like a heading, where `…` or N replaces the variable parts. */
function begins(text: string, heading: string): boolean {
  return text
    .replace(/\{\w+\}/g, '…')
    .replace('(…)', '(N)')
    .startsWith(heading);
}

function examplesOf(text: string): readonly Example[] {
  return Array.from(text.matchAll(/^```rules\n([\s\S]*?)^```$/gm), ({ 1: source = '', index }) => ({
    source,
    line: text.slice(0, index).split('\n').length + 1,
  }));
}
