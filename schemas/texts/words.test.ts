import { describe, expect, it } from 'vitest';
import { type Stretch, snippetsOf, withFound, wordsOf } from './words.ts';

const marked = (stretches: Stretch[]) => stretches.map(({ text, isFound }) => (isFound ? `[${text}]` : text)).join('');

it('the words of a text are lower case and without accents', () => {
  expect(wordsOf('Café-Preise: 3. ÉTÉ, 企画')).toEqual(['cafe', 'preise', '3', 'ete', '企画']);
});

describe('words that were looked for', () => {
  it.each([
    ['A spot has thirty seconds', 'SPOT thir', 'A [spot] has [thirty] seconds'],
    ['Le café ferme', 'cafe', 'Le [café] ferme'],
    ['Cafe\u0301s', 'café', '[Cafe\u0301s]'],
    ['Spotless', 'less', 'Spotless'],
    ['a.b*c', '*', 'a.b*c'],
    ['Nothing', '', 'Nothing'],
  ])('in %j for %j are marked where they begin a word', (text, question, expected) => {
    expect(marked(withFound(text, question))).toBe(expected);
  });

  it('stand in snippets with what is around them', () => {
    const filler = 'and so on '.repeat(40);
    const text = `${filler}the spot runs ${filler}the spots end ${filler}`;
    const found = snippetsOf(text, 'spot').map(marked);
    expect(found).toHaveLength(2);
    expect(found[0]).toMatch(/^… .*the \[spot\] runs .* …$/);
    expect(found[1]).toMatch(/^… .*the \[spots\] end .* …$/);
  });

  it('that only a title has show how the text begins', () => {
    expect(snippetsOf('Short text', 'title').map(marked)).toEqual(['Short text']);
  });
});
