/** An attack and the test files that try it. */
export interface Attack {
  tried: string;
  files: string[];
}

/**
 * The catalog of all security attacks that the tests try, by area. `npm run attacks` runs them; a test checks the list
 * against the existing files.
 */
export const attacks: Record<string, Attack[]> = {
  'rights and strangers': [
    { tried: 'routes that decide by role, beside the limits of a key', files: ['tests/architecture/security.test.ts'] },
    {
      tried: 'every call by every role, in and out of one’s own tree',
      files: ['tests/api/matrix.test.ts', 'tests/api/contract-rights.test.ts'],
    },
    {
      tried: 'ids, filters, sorts, searches and exports that would tell of a stranger’s records',
      files: ['tests/api/strangers.test.ts', 'tests/api/doors.test.ts', 'tests/api/doors-asked.test.ts'],
    },
    {
      tried: 'a right given or kept that one does not hold oneself',
      files: [
        'tests/api/held-rights.test.ts',
        'tests/api/last-admin.test.ts',
        'tests/api/left-agency.test.ts',
        'tests/api/invitations.test.ts',
      ],
    },
    {
      tried: 'fields that only the server sets, or that nobody may read',
      files: ['tests/api/contract.test.ts', 'tests/api/answers.test.ts', 'tests/api/stored.test.ts'],
    },
  ],
  'signing in': [
    {
      tried:
        'links used twice, at once, late, by a scanner, from elsewhere, voided by requests, opened by another site; fixation; forms of other sites',
      files: ['tests/api/sign-in-attacks.test.ts', 'tests/api/signing-in.test.ts', 'tests/api/sessions.test.ts'],
    },
    {
      tried: 'which addresses are known; somebody else’s address; a way in added by a session left open',
      files: ['tests/api/unverified.test.ts', 'tests/api/ways-in.test.ts', 'tests/api/addresses.test.ts'],
    },
    {
      tried:
        'guessing: passwords and links beyond their limits, from many networks; locking somebody out of their own browser',
      files: ['tests/api/basic.test.ts', 'tests/api/link-limits.test.ts', 'api/host/network.test.ts'],
    },
    {
      tried:
        'an account taken over by a session left open: ways in, roles and memberships changed, sessions of others ended',
      files: ['tests/api/fresh-sign-in.test.ts', 'tests/api/sessions.test.ts'],
    },
    { tried: 'passwords that are easy to guess', files: ['schemas/access/password-strength.test.ts'] },
    {
      tried: 'OpenID Connect: state, nonce, audience, issuer, subject, times, signature, answers played again',
      files: ['tests/api/google.test.ts'],
    },
    {
      tried: 'signed requests that come again, late, changed, or by a key that ended',
      files: ['tests/api/machines.test.ts', 'tests/api/machine-limits.test.ts'],
    },
    {
      tried: 'what a public answer tells of an address for which a link was requested',
      files: ['tests/api/known-addresses.test.ts'],
    },
    { tried: 'acting for somebody above, twice, or inactive', files: ['tests/api/proxy.test.ts'] },
  ],
  'what is sent': [
    {
      tried:
        'bodies, queries and heads that hold NUL, lone surrogates or numbers beyond all, that are too large, too slow, malformed, or hold operators of the database',
      files: [
        'tests/api/refusals.test.ts',
        'tests/api/bounds.test.ts',
        'tests/api/hostile-values.test.ts',
        'tests/api/heavy-reads.test.ts',
        'tests/api/overload.test.ts',
        'tests/faults/slow-senders.test.ts',
        'tests/faults/spellings.test.ts',
      ],
    },
    {
      tried: 'random calls, forms and scripts, and sound ones with a few places changed, for a minute each',
      files: ['tests/fuzz/api.test.ts', 'tests/fuzz/forms.test.ts', 'tests/fuzz/rules.test.ts'],
    },
    { tried: 'whatever Schemathesis makes of the OpenAPI document', files: ['tests/api/schemathesis.test.ts'] },
    {
      tried:
        'files that are none, that lie about what they are, that are bombs or beyond a quota, or that hold up the thumbnails of others',
      files: [
        'tests/api/hostile-files.test.ts',
        'tests/api/files.test.ts',
        'tests/api/file-quota.test.ts',
        'tests/api/thumbnails.test.ts',
      ],
    },
    { tried: 'CSV that a spreadsheet would run', files: ['tests/api/csv.test.ts'] },
  ],
  'what authors write': [
    {
      tried: 'scripts that never end, fill the memory, or reach out of their data',
      files: ['tests/rules/hostile.test.ts', 'tests/rules/properties.test.ts'],
    },
    {
      tried: 'scripts that stall the compiler, the formatter or the editor, or give megabytes of messages',
      files: ['tests/rules/linear.test.ts', 'tests/rules/hostile.test.ts'],
    },
    { tried: 'forms that take for ever to fill', files: ['tests/api/heavy-forms.test.ts'] },
  ],
  'what a browser shows': [
    { tried: 'a mail subject that a reader decodes to another', files: ['api/mail/transport.test.ts'] },
    {
      tried: 'headers of every kind of answer',
      files: ['tests/api/headers.test.ts', 'tests/browser/content-policy.spec.ts'],
    },
    { tried: 'markup and scripts in every text of every resource', files: ['tests/browser/stored-markup.spec.ts'] },
  ],
  'what the product fetches or sends': [
    {
      tried: 'inside addresses in any spelling, by names that change their mind, by redirects',
      files: [
        'api/outside/may-connect.test.ts',
        'api/webhooks/post.test.ts',
        'tests/api/webhooks.test.ts',
        'tests/api/prospect-audits.test.ts',
      ],
    },
    {
      tried: 'a page that has us send hundreds of requests to one host',
      files: ['api/prospect-audits/visit-site.test.ts'],
    },
  ],
  'what is kept': [
    {
      tried: 'secrets in the database, on the disk and in the log',
      files: [
        'tests/api/order-passwords.test.ts',
        'tests/faults/private-files.test.ts',
        'tests/faults/database-access.test.ts',
        'tests/faults/log.test.ts',
      ],
    },
    {
      tried: 'an audit log that was changed, shortened or set back, and entries that the product has not written',
      files: ['tests/api/audit-chain.test.ts', 'tests/api/audit-trail.test.ts'],
    },
    {
      tried: 'links that were taken back, are over, or whose maker lost the right',
      files: ['tests/api/share-links.test.ts'],
    },
    { tried: 'backups that were changed, shortened or are somebody else’s', files: ['tests/api/backup.test.ts'] },
  ],
};

/** The test files of all attacks, without duplicates. */
export const attackFiles: string[] = [
  ...new Set(Object.values(attacks).flatMap((area) => area.flatMap(({ files }) => files))),
];
