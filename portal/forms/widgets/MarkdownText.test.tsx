import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { MarkdownText } from './MarkdownText.tsx';
import RichText from './RichText.tsx';

const shown = (text: string) => renderToStaticMarkup(<MarkdownText text={text} />).replace(/ class="[^"]*"/g, '');
const byReader = (text: string) => `<div>${renderToStaticMarkup(<RichText text={text} />)}</div>`;

describe('a text of a form', () => {
  it.each([
    'Tell us **what** should be on air, **when** and **where**.',
    '**Required:** all of it',
    'From **8 a.m**. to **9 p.m**, every **day**',
    'in**side** a word',
    '**a**',
    'Costs $5 (net) — **plus tax**',
    'Nothing at all.',
  ])('%s is told as the markdown reader tells it, before that is there', (text) => {
    expect(shown(text)).toBe(byReader(text));
  });

  it.each([
    'a * b',
    '**a',
    '***a***',
    '** a **',
    '**a:**b',
    '**a *b* c**',
    '**a\nb**',
    '# **a**',
    '**a** [b](c)',
    'one\n\n**two**',
  ])('%s waits for the reader as it was written', (text) => {
    expect(shown(text)).toBe(`<div><p>${text}</p></div>`);
  });
});
