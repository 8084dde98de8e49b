import { describe, expect, it } from 'vitest';
import { findings, syntaxRule } from './findings.ts';
import { parse, product } from './sources.ts';

const api = product.filter(({ folder }) => folder === 'api');

/** Calls by which a route answers with a cookie. */
const setsCookies = syntaxRule((report) => ({
  MemberExpression(node) {
    const isCookie = node.property.type === 'Identifier' && /^(set|clear)Cookie$/.test(node.property.name);
    if (isCookie && !node.computed) report(node, 'sets a cookie: that is for ownCookie');
  },
}));

describe('a cookie', () => {
  it('is set in api/auth/cookies.ts only, which binds it to the host', () => {
    const elsewhere = api.filter(({ path }) => path !== 'api/auth/cookies.ts');
    expect(findings(setsCookies, elsewhere)).toEqual([]);
  });

  it.each(["reply.setCookie('a', 'b')", "reply.clearCookie('a')"])('is seen in %s', (text) => {
    expect(setsCookies(parse('api/app.ts', text))).toHaveLength(1);
  });
});
