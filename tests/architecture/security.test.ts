import { describe, expect, it } from 'vitest';
import { syntaxRule, violations } from './rule.ts';
import { parse, product, type Source } from './sources.ts';

const api = product.filter(({ folder }) => folder === 'api');

/** Calls that set a cookie on a response. */
const setsCookies = syntaxRule((report) => ({
  MemberExpression(node) {
    const isCookie = node.property.type === 'Identifier' && /^(set|clear)Cookie$/.test(node.property.name);
    if (isCookie && !node.computed) report(node, 'sets a cookie: that is for defineCookie');
  },
}));

/** Whether a file registers an API route. */
const isRoute = ({ text }: Source) => /\bapp\.(get|post|put|patch|delete)\b/.test(text);

/** Finds authorization decisions based on roles, which bypass the limits of a machine's API key. */
const checksRoles = syntaxRule((report) => ({
  Identifier(node) {
    if (node.name === 'hasRole') report(node, 'asks for a role: ask the ability (assertAbility, assertMay)');
  },
  MemberExpression(node) {
    if (!node.computed && node.property.type === 'Identifier' && node.property.name === 'roles')
      report(node, 'reads roles: ask the ability (assertAbility, assertMay)');
  },
}));

describe('API routes', () => {
  it('check the ability, which respects the limits of an API key, and never the roles', () => {
    expect(violations(checksRoles, api.filter(isRoute))).toEqual([]);
  });

  it.each(["if (!hasRole(viewer, 'ADMIN')) throw no();", "viewer.user.roles.includes('ADMIN')"])(
    'is seen where it decides by %s',
    (text) => {
      expect(checksRoles(parse('api/features/status/status.ts', text))).toHaveLength(1);
    },
  );

  it('use modules that check roles only where a rule of a resource names roles', () => {
    const asking = api.filter((source) => checksRoles(source).length > 0).map(({ path }) => path);
    // access/ turns roles into abilities; the other modules decide field-level access, or whom a workflow rule means.
    const known =
      /^api\/(engine\/access|features\/demo)\/|^api\/engine\/resource\/(lists\/visible-resource|rules\/(attachments|field-write-access|serializer))\.ts$|^api\/features\/(clients\/clients|entities\/(entities|members)|invitations\/own-invitations|orders\/editing\/order-placement|products\/access-rules|prospect-audits\/prospect-audits|saved-views\/saved-views|users\/(email-addresses|explain-permissions|passkeys|users))\.ts$/;
    expect(asking.filter((path) => !known.test(path))).toEqual([]);
  });
});

describe('cookies', () => {
  it('are set in api/features/auth/cookies.ts only, which binds them to the host', () => {
    const elsewhere = api.filter(({ path }) => path !== 'api/features/auth/cookies.ts');
    expect(violations(setsCookies, elsewhere)).toEqual([]);
  });

  it.each(["reply.setCookie('a', 'b')", "reply.clearCookie('a')"])('set elsewhere are found in %s', (text) => {
    expect(setsCookies(parse('api/app.ts', text))).toHaveLength(1);
  });
});
