import { describe, expect, it } from 'vitest';
import { contactMessages, parseEmail, parsePhone, parseUrl } from './parse-contact.ts';

const parsers = { email: parseEmail, url: parseUrl, phone: parsePhone };
type Kind = keyof typeof parsers;

describe('parsers of contact data', () => {
  it.each<[Kind, string, string]>([
    ['email', ' ann@agency.example\t', 'ann@agency.example'],
    ['email', 'ann@agency.example\u200b', 'ann@agency.example'],
    ['url', 'https://example.com ', 'https://example.com'],
    ['url', 'pottery.example', 'pottery.example'],
    ['url', 'www.straße.example/shop?a=1', 'www.straße.example/shop?a=1'],
    ['url', 'HTTP://a.b.example:8080/#x', 'HTTP://a.b.example:8080/#x'],
    ['phone', '\u00a0512-555-0100 ', '512-555-0100'],
    ['phone', '+1 (512) 555-0100 ext. 12', '+1 (512) 555-0100 ext. 12'],
  ])('%s: %j is trimmed', (kind, text, value) => {
    expect(parsers[kind](text)).toEqual({ status: 'value', value, text: value });
  });

  it.each<[Kind, string]>([
    ['email', 'ann@agency'],
    ['email', 'ann@agency.example, eve@evil.example'],
    ['url', 'none'],
    ['url', 'n/a'],
    ['url', 'not yet. soon'],
    ['url', 'ftp://pottery.example'],
    ['url', 'https://'],
    ['url', 'pottery'],
    ['url', '-.-'],
    ['url', 'a.'.repeat(50_000)],
    ['phone', 'ask Pat'],
    ['phone', '12345'],
    ['phone', '1'.repeat(50_000)],
  ])('%s: other text is rejected with a message (case %#)', (kind, text) => {
    expect(parsers[kind](text)).toEqual({ status: 'problem', message: contactMessages[kind] });
  });

  it.each<[Kind]>([['email'], ['url'], ['phone']])('%s: a blank text is empty', (kind) => {
    expect(parsers[kind](' \u00a0\u200b')).toEqual({ status: 'empty' });
  });
});
