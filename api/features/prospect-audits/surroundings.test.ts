import { describe, expect, it } from 'vitest';
import { disallowsAll, resolveLinks } from './visit-site.ts';

describe('the surroundings of a page', () => {
  it.each([
    ['User-agent: *\nDisallow: /', true],
    ['User-agent: *\nDisallow: /\nAllow: /', false],
    ['User-agent: BadBot\nDisallow: /\n\nUser-agent: *\nDisallow: /private', false],
    ['User-agent: a\nUser-agent: *\ndisallow: / # all', true],
    ['', false],
  ])('robots.txt %j disallows everything: %s', (text, isClosed) => {
    expect(disallowsAll(text)).toBe(isClosed);
  });

  it('include each linked page once', () => {
    const hrefs = ['/a', 'a#part', 'https://b.example/', 'mailto:a@b.c', 'javascript:void 0', 'http://', '/'];
    const found = resolveLinks(hrefs, new URL('https://bakery.example/'));
    expect(found.map(String)).toEqual(['https://bakery.example/a', 'https://b.example/']);
  });
});
