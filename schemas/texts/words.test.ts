import { describe, expect, it } from 'vitest';
import { highlight, snippetsOf, type TextPart, wordsOf } from './words.ts';

const markMatches = (stretches: TextPart[]) =>
  stretches.map(({ text, isFound }) => (isFound ? `[${text}]` : text)).join('');

it('wordsOf returns the words in lower case, without accents', () => {
  expect(wordsOf('Café-Preise: 3. ÉTÉ, 企画')).toEqual(['cafe', 'preise', '3', 'ete', '企画']);
});

describe('search words', () => {
  it.each([
    ['A spot has thirty seconds', 'SPOT thir', 'A [spot] has [thirty] seconds'],
    ['Le café ferme', 'cafe', 'Le [café] ferme'],
    ['Cafe\u0301s', 'café', '[Cafe\u0301s]'],
    ['Spotless', 'less', 'Spotless'],
    ['a.b*c', '*', 'a.b*c'],
    ['Nothing', '', 'Nothing'],
  ])('in %j for %j are highlighted at the beginning of words: %s', (text, question, expected) => {
    expect(markMatches(highlight(text, question))).toBe(expected);
  });

  it('appear in snippets with their context', () => {
    const filler = 'and so on '.repeat(40);
    const text = `${filler}the spot runs ${filler}the spots end ${filler}`;
    const found = snippetsOf(text, 'spot').map(markMatches);
    expect(found).toHaveLength(2);
    expect(found[0]).toMatch(/^… .*the \[spot\] runs .* …$/);
    expect(found[1]).toMatch(/^… .*the \[spots\] end .* …$/);
  });

  it('search words that do not occur in the text give its beginning as a snippet', () => {
    expect(snippetsOf('Short text', 'title').map(markMatches)).toEqual(['Short text']);
  });
});
