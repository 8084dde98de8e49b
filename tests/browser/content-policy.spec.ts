import { expect, test } from './fixtures.ts';

test('the content security policy allows our own scripts only, and inline styles only in the signed-in back-office', async ({
  page,
  signInAs,
}) => {
  const policyOf = async (path: string) => (await page.request.get(path)).headers()['content-security-policy'] ?? '';
  for (const path of ['/', '/c', '/admin']) {
    expect(await policyOf(path)).toContain("style-src 'self';");
    expect(await policyOf(path)).toContain("script-src 'self';");
  }
  await signInAs('admin@example.com');
  expect(await policyOf('/admin/users')).toContain("style-src 'self' 'unsafe-inline';");
  expect(await policyOf('/admin/users')).toContain("script-src 'self';");
  expect(await policyOf('/c')).toContain("style-src 'self';");
});
