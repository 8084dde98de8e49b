import { describe, expect, it } from 'vitest';
import { findings, syntaxRule } from './findings.ts';
import { parse, product, type Source } from './sources.ts';

const api = product.filter(({ folder }) => folder === 'api');

/** Calls by which a route answers with a cookie. */
const setsCookies = syntaxRule((report) => ({
  MemberExpression(node) {
    const isCookie = node.property.type === 'Identifier' && /^(set|clear)Cookie$/.test(node.property.name);
    if (isCookie && !node.computed) report(node, 'sets a cookie: that is for ownCookie');
  },
}));

/** Whether a file registers a call of the API. */
const isRoute = ({ text }: Source) => /\bapp\.(get|post|put|patch|delete)\b/.test(text);

/** Where a decision is made by the role that somebody has, which no limit of a machine's key narrows. */
const asksRoles = syntaxRule((report) => ({
  Identifier(node) {
    if (node.name === 'hasRole') report(node, 'asks for a role: ask the ability (assertAbility, assertMay)');
  },
  MemberExpression(node) {
    if (!node.computed && node.property.type === 'Identifier' && node.property.name === 'roles')
      report(node, 'reads roles: ask the ability (assertAbility, assertMay)');
  },
}));

describe('a route', () => {
  it('asks the ability, which the limits of a key narrow, and never the roles', () => {
    expect(findings(asksRoles, api.filter(isRoute))).toEqual([]);
  });

  it.each(["if (!hasRole(viewer, 'ADMIN')) throw no();", "viewer.user.roles.includes('ADMIN')"])(
    'is seen where it decides by %s',
    (text) => {
      expect(asksRoles(parse('api/status/routes.ts', text))).toHaveLength(1);
    },
  );

  it('is served by modules that ask for roles only where a rule of a resource names them', () => {
    const asking = api.filter((source) => asksRoles(source).length > 0).map(({ path }) => path);
    // access/ makes abilities of roles; the others say who sets or sees a single field, or whom a rule of the workflow means.
    const known =
      /^api\/(access|demo)\/|^api\/(clients\/clients|entities\/(entities|members)|invitations\/own-invitations|orders\/(place|transitions)|products\/access-rules|prospect-audits\/prospect-audits|resource\/(lists\/visible-resource|rules\/(answer|attachments|restricted))|saved-views\/saved-views|users\/(email-addresses|users|why))\.ts$/;
    expect(asking.filter((path) => !known.test(path))).toEqual([]);
  });
});

describe('a cookie', () => {
  it('is set in api/auth/cookies.ts only, which binds it to the host', () => {
    const elsewhere = api.filter(({ path }) => path !== 'api/auth/cookies.ts');
    expect(findings(setsCookies, elsewhere)).toEqual([]);
  });

  it.each(["reply.setCookie('a', 'b')", "reply.clearCookie('a')"])('is seen in %s', (text) => {
    expect(setsCookies(parse('api/app.ts', text))).toHaveLength(1);
  });
});
