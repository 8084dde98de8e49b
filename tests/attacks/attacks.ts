/** An attack and the test files that try it. */
export interface Attack {
  description: string;
  files: string[];
}

/**
 * The catalog of all security attacks that the tests try, by area. `npm run attacks` runs them; a test checks the list
 * against the existing files.
 */
export const attacks: Record<string, Attack[]> = {
  'access control': [
    {
      description: 'routes that check roles and so bypass the limits of an API key',
      files: ['tests/architecture/security.test.ts'],
    },
    {
      description: 'every call by every role, inside and outside of the own entity tree',
      files: ['tests/api/access-matrix.test.ts', 'tests/api/contract-rights.test.ts'],
    },
    {
      description: 'ids, filters, sorts, searches and exports that could leak another agency’s records',
      files: [
        'tests/api/tenant-isolation.test.ts',
        'tests/api/tenant-isolation-lists.test.ts',
        'tests/api/isolation-coverage.test.ts',
      ],
    },
    {
      description: 'privilege escalation: granting or keeping a right that the user lacks',
      files: [
        'tests/api/privilege-escalation.test.ts',
        'tests/api/last-admin.test.ts',
        'tests/api/former-members.test.ts',
        'tests/api/invitations.test.ts',
      ],
    },
    {
      description: 'mass assignment of server-side fields, and reading of secret fields',
      files: ['tests/api/contract.test.ts', 'tests/api/hidden-fields.test.ts', 'tests/api/stored-documents.test.ts'],
    },
  ],
  'sign-in': [
    {
      description:
        'magic links used twice, concurrently, late, by a mail scanner, from another browser, voided by requests, opened by another site; session fixation; CSRF',
      files: ['tests/api/sign-in-attacks.test.ts', 'tests/api/signing-in.test.ts', 'tests/api/sessions.test.ts'],
    },
    {
      description: 'account enumeration; another user’s address; a sign-in method added by an unattended session',
      files: [
        'tests/api/unverified-addresses.test.ts',
        'tests/api/sign-in-methods.test.ts',
        'tests/api/addresses.test.ts',
      ],
    },
    {
      description:
        'brute force: passwords and links beyond their rate limits, from many networks; locking a user out of their own browser',
      files: ['tests/api/basic.test.ts', 'tests/api/magic-link-rate-limits.test.ts', 'api/platform/network.test.ts'],
    },
    {
      description:
        'account takeover by an unattended session: sign-in methods, roles and memberships changed, other users’ sessions ended',
      files: ['tests/api/recent-sign-in.test.ts', 'tests/api/sessions.test.ts'],
    },
    { description: 'weak passwords', files: ['schemas/access/password-strength.test.ts'] },
    {
      description: 'OpenID Connect: state, nonce, audience, issuer, subject, times, signature, replayed responses',
      files: ['tests/api/google.test.ts'],
    },
    {
      description: 'signed requests that are replayed, late, changed, or by a revoked key',
      files: ['tests/api/api-keys.test.ts', 'tests/api/api-key-scopes.test.ts'],
    },
    {
      description: 'account enumeration by any public response after a link was requested',
      files: ['tests/api/account-enumeration.test.ts'],
    },
    {
      description: 'impersonating a more powerful user, an inactive user, or another user while impersonating',
      files: ['tests/api/impersonation.test.ts'],
    },
  ],
  input: [
    {
      description:
        'bodies, queries and headers with NUL, lone surrogates, huge numbers or database operators, or that are too large, too slow or malformed',
      files: [
        'tests/api/request-errors.test.ts',
        'tests/api/body-limits.test.ts',
        'tests/api/hostile-values.test.ts',
        'tests/api/read-concurrency-limit.test.ts',
        'tests/api/overload.test.ts',
        'tests/faults/slow-clients.test.ts',
        'tests/faults/url-spellings.test.ts',
      ],
    },
    {
      description: 'fuzzing: random and mutated calls, forms and scripts, for a minute each',
      files: ['tests/fuzz/api.test.ts', 'tests/fuzz/forms.test.ts', 'tests/fuzz/rules.test.ts'],
    },
    {
      description: 'the calls that Schemathesis generates from the OpenAPI document',
      files: ['tests/api/schemathesis.test.ts'],
    },
    {
      description:
        'files that are corrupt, have a false type, are decompression bombs, exceed a quota, or block the thumbnails of others',
      files: [
        'tests/api/hostile-files.test.ts',
        'tests/api/files.test.ts',
        'tests/api/file-quota.test.ts',
        'tests/api/thumbnails.test.ts',
      ],
    },
    { description: 'CSV formula injection', files: ['tests/api/csv.test.ts'] },
  ],
  'scripts and forms of authors': [
    {
      description: 'scripts that never end, exhaust memory, or escape the sandbox',
      files: ['tests/rules/limits.test.ts', 'tests/rules/properties.test.ts'],
    },
    {
      description: 'scripts that stall the compiler, the formatter or the editor, or produce megabytes of messages',
      files: ['tests/rules/linear-time.test.ts', 'tests/rules/limits.test.ts'],
    },
    { description: 'forms that are extremely slow to fill', files: ['tests/api/heavy-forms.test.ts'] },
  ],
  output: [
    {
      description: 'a mail subject that a mail client decodes differently',
      files: ['api/platform/mail/transport.test.ts'],
    },
    {
      description: 'security headers of every kind of response',
      files: ['tests/api/headers.test.ts', 'tests/browser/content-policy.spec.ts'],
    },
    {
      description: 'stored XSS: markup and scripts in every text of every resource',
      files: ['tests/browser/stored-markup.spec.ts'],
    },
  ],
  'outgoing requests': [
    {
      description: 'SSRF: internal addresses in any spelling, by DNS rebinding, by redirects',
      files: [
        'api/platform/outside/address-guard.test.ts',
        'api/features/webhooks/post.test.ts',
        'tests/api/webhooks.test.ts',
        'tests/api/prospect-audits.test.ts',
      ],
    },
    {
      description: 'a page that makes the product send hundreds of requests to one host',
      files: ['api/features/prospect-audits/visit-site.test.ts'],
    },
  ],
  storage: [
    {
      description: 'secrets in the database, on the disk and in the log',
      files: [
        'tests/api/order-passwords.test.ts',
        'tests/faults/private-files.test.ts',
        'tests/faults/database-access.test.ts',
        'tests/faults/log.test.ts',
      ],
    },
    {
      description: 'an audit log that was changed, truncated or rolled back, and forged entries',
      files: ['tests/api/audit-chain.test.ts', 'tests/api/audit-trail.test.ts'],
    },
    {
      description: 'share links that are revoked, expired, or whose creator lost access',
      files: ['tests/api/share-links.test.ts'],
    },
    {
      description: 'backups that were changed, truncated or belong to another installation',
      files: ['tests/api/backup.test.ts'],
    },
  ],
};

/** The test files of all attacks, without duplicates. */
export const attackFiles: string[] = [
  ...new Set(Object.values(attacks).flatMap((area) => area.flatMap(({ files }) => files))),
];
