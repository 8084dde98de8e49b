import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import MarkdownRenderer from './MarkdownRenderer.tsx';
import { MarkdownText } from './MarkdownText.tsx';

const shown = (text: string) => renderToStaticMarkup(<MarkdownText text={text} />).replace(/ class="[^"]*"/g, '');
const byMarkdownReader = (text: string) => `<div>${renderToStaticMarkup(<MarkdownRenderer text={text} />)}</div>`;

describe('MarkdownText', () => {
  it.each([
    'Tell us **what** should be on air, **when** and **where**.',
    '**Required:** all of it',
    'From **8 a.m**. to **9 p.m**, every **day**',
    'in**side** a word',
    '**a**',
    'Costs $5 (net) — **plus tax**',
    'Nothing at all.',
  ])('renders %s without the Markdown library exactly as with it', (text) => {
    expect(shown(text)).toBe(byMarkdownReader(text));
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
  ])('renders %s as written until the Markdown library is loaded', (text) => {
    expect(shown(text)).toBe(`<div><p>${text}</p></div>`);
  });
});
