import { describe, expect, it } from 'vitest';
import { asMarkdown } from '#schemas/mail/merge-fields.ts';
import { renderMail, renderMailText } from './content.ts';

describe('the plain text part of a mail', () => {
  it.each([
    {
      of: 'marks',
      text: '# Welcome\n\nYour **order** is _here_, `as it is`.',
      expected: 'Welcome\n\nYour order is here, as it is.\n',
    },
    {
      of: 'lists',
      text: 'We need:\n\n- a logo\n- a *text*\n\n1. Call\n2. Send',
      expected: 'We need:\n\n- a logo\n- a text\n\n1. Call\n2. Send\n',
    },
    { of: 'lists in lists', text: '- a\n  - b\n- c\n\nDone', expected: '- a\n  - b\n- c\n\nDone\n' },
    { of: 'quotes', text: '> No budget\n> left\n\nSorry', expected: '> No budget\n> left\n\nSorry\n' },
    { of: 'tables', text: '| a | b |\n|---|---|\n| 1 | 2 |', expected: 'a | b\n1 | 2\n' },
    { of: 'rules', text: 'A\n\n---\n\nB', expected: 'A\n\n---\n\nB\n' },
    { of: 'html', text: 'A <b>bold</b> move', expected: 'A <b>bold</b> move\n' },
  ])('drops markdown signs of $of', ({ text, expected }) => {
    expect(renderMailText(text)).toBe(expected);
  });

  it('puts each link on a line of its own, however long it is', () => {
    const link = `https://portal.example/c/radio/orders/${'0123456789abcdef'.repeat(20)}?a=b_c&d=*`;
    expect(renderMailText(`See [your order](<${link}>) today.`)).toBe(`See your order:\n${link}\ntoday.\n`);
    expect(renderMailText(`Open ${'https://portal.example/a'}. Then go on`)).toBe(
      'Open\nhttps://portal.example/a\nThen go on\n',
    );
    expect(renderMailText(`<${link}>`)).toBe(`${link}\n`);
    expect(renderMailText('Write to ann@example.com or [Ben](mailto:ben@example.com)')).toBe(
      'Write to ann@example.com or Ben\n',
    );
  });
});

it('escapes merged values in the subject, the text and the HTML of a mail', () => {
  const name = '[Free](https://evil.example) <img src=x onerror=alert(1)>\r\nBcc: all@example.com\n# Big {{x}}';
  const { subject, text, html } = renderMail(`Welcome, ${name}`, `Hello ${asMarkdown(name)}`);
  expect(subject).not.toMatch(/[\r\n]/);
  expect(text).toBe(`Hello ${name.replace(/\s+/g, ' ')}\n`);
  expect(html).not.toMatch(/<(a|img|h1)\b/);
  expect(html).toContain('&lt;img');
});
