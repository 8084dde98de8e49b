import { expect, it } from 'vitest';
import { stripMarkdown } from './plain-markdown.ts';

it.each([
  ['# Plan\n\nA **bold** _word_ and `code`', 'Plan A bold word and code'],
  ['- one\n- two\n\n1. three', 'one two three'],
  [
    '[the list](https://example.com/list "List") ![A plan](/api/files/0123456789abcdef01234567/content)',
    'the list A plan',
  ],
  ['See https://example.com/a?b=c now', 'See now'],
  ['| a | b |\n| --- | --- |\n| 1 | 2 |', 'a b 1 2'],
  ['snake_case stays, 2 * 3', 'snake_case stays, 2 3'],
  ['> quoted\n---\nend', 'quoted end'],
  ['', ''],
])('stripMarkdown turns %j into %j', (text, plain) => {
  expect(stripMarkdown(text)).toBe(plain);
});
