import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { configWarnings } from './check.ts';
import { loadConfig } from './config.ts';
import { variables } from './variables.ts';

let dataDir: string;

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'portal-config-'));
});

afterEach(() => rmSync(dataDir, { recursive: true }));

function load(environment: Record<string, string> = {}) {
  return loadConfig({ DATA_DIR: dataDir, ...environment });
}

describe('defaults', () => {
  test('runs with nothing set: an embedded database, the demo, links on localhost', () => {
    expect(load()).toMatchObject({
      port: 3000,
      host: '127.0.0.1',
      publicUrl: 'http://localhost:3000',
      embedded: true,
      demo: true,
      adminEmail: 'admin@example.com',
      sessionIdle: 3 * 86_400_000,
      fileLimit: 25 * 2 ** 20,
      importLimit: 256 * 2 ** 20,
      trustProxy: false,
      drainTime: 5_000,
      backups: null,
    });
  });

  test('treats an empty variable as unset', () => {
    expect(load({ PORT: '', MONGODB_URI: '' })).toMatchObject({ port: 3000, embedded: true });
  });

  test('uses the port in links if PUBLIC_URL is not set', () => {
    expect(load({ PORT: '4000' }).publicUrl).toBe('http://localhost:4000');
  });

  test('fills an external database with the demo only if DEMO is on', () => {
    const external = { MONGODB_URI: 'mongodb://db/portal', SECRET_KEY: 'k'.repeat(32) };
    expect(load(external).demo).toBe(false);
    expect(load({ ...external, DEMO: 'on' }).demo).toBe(true);
  });
});

describe('invalid variables stop the start with the variable, the value and what is allowed', () => {
  test.each([
    ['PORT', 'abc', "PORT is 'abc'. Expected: an integer from 1 to 65535."],
    ['PORT', '0', "PORT is '0'. Expected: an integer from 1 to 65535."],
    ['PORT', '3000.5', "PORT is '3000.5'. Expected: an integer from 1 to 65535."],
    ['HOST', 'http://x', "HOST is 'http://x'. Expected: an IP address or a host name."],
    ['PUBLIC_URL', 'https://a.example/portal', 'Expected: an http:// or https:// URL without a path.'],
    ['PUBLIC_URL', 'ftp://a.example', 'Expected: an http:// or https:// URL'],
    ['SESSION_IDLE', '3 days', "SESSION_IDLE is '3 days'. Expected: a duration such as 30m, 12h or 3d."],
    ['AUDIT_KEEP', '29d', "AUDIT_KEEP is '29d'. Expected: a duration of at least 30 days, such as 365d."],
    ['SESSION_IDLE', '40d', "SESSION_IDLE is '40d'. Expected: at most SESSION_ABSOLUTE, which is '30d'."],
    ['FILE_LIMIT', '25MB', "FILE_LIMIT is '25MB'. Expected: a size such as 500KiB, 25MiB or 1GiB."],
    ['FILE_STORE', 'disk', "FILE_STORE is 'disk'. Expected: gridfs or s3."],
    ['FILE_STORE', 's3', 'S3_BUCKET is not set. FILE_STORE=s3 requires it'],
    ['S3_BUCKET', 'Files', "S3_BUCKET is 'Files'. Expected: a bucket name"],
    ['S3_ENDPOINT', 'store.example', 'S3_ENDPOINT is'],
    ['DEMO', 'yes', "DEMO is 'yes'. Expected: on or off."],
    ['JOBS', 'some', "JOBS is 'some'. Expected: on, off or only."],
    ['JOBS', 'off', "JOBS is 'off'. Expected: on, unless MONGODB_URI is set"],
    ['JOBS', 'only', "JOBS is 'only'. Expected: on, unless MONGODB_URI is set"],
    ['LOG_LEVEL', 'loud', "LOG_LEVEL is 'loud'"],
    ['TRUST_PROXY', 'all', "TRUST_PROXY is 'all'"],
    ['BACKUP_DIR', '/no/such/folder', "BACKUP_DIR is '/no/such/folder', which is not writable"],
    ['BACKUP_EVERY', 'daily', "BACKUP_EVERY is 'daily'. Expected: a duration such as 30m, 12h or 3d."],
    ['BACKUP_KEEP', '0', "BACKUP_KEEP is '0'. Expected: an integer from 1 to 1000."],
    ['DRAIN_SECONDS', '301', "DRAIN_SECONDS is '301'. Expected: an integer from 0 to 300."],
    ['CORS_ORIGINS', 'https://a.example, *', "CORS_ORIGINS is 'https://a.example, *'"],
    ['AUTH_GOOGLE', 'yes', "AUTH_GOOGLE is 'yes'. Expected: on, off, or host:"],
    ['AUTH_GOOGLE', 'on', 'GOOGLE_CLIENT_ID is not set. AUTH_GOOGLE=on requires it'],
    ['GOOGLE_ISSUER', 'http://accounts.example', 'Expected: an https:// URL, or an http:// URL on this machine.'],
    [
      'REQUIRE_PASSKEY',
      'ADMIN, AGENCY_ADMIN',
      "REQUIRE_PASSKEY is 'ADMIN, AGENCY_ADMIN'. Expected: a comma-separated list of the roles ADMIN and DEVELOPER.",
    ],
    ['ADMIN_EMAIL', 'admin', "ADMIN_EMAIL is 'admin'. Expected: an e-mail address."],
  ])('%s=%s', (name, value, message) => {
    expect(() => load({ [name]: value })).toThrow(message);
  });

  test('reports all invalid variables at once, one per line', () => {
    expect(() => load({ PORT: 'x', DEMO: 'y' })).toThrow(/^PORT is .*\nDEMO is .*$/);
  });

  test.each([
    ['MONGODB_URI', 'postgres://user:hunter2@db/x'],
    ['SMTP_URL', 'hunter2'],
    ['SECRET_KEY', 'hunter2'],
    ['SECRET_KEY_OLD', `${'k'.repeat(32)},hunter2`],
    ['METRICS_TOKEN', 'hunter2'],
  ])('never shows the value of %s', (name, value) => {
    const loadInvalid = () => load({ [name]: value });
    expect(loadInvalid).toThrow(name);
    expect(loadInvalid).not.toThrow('hunter2');
  });
});

describe('the secret key', () => {
  test('is created once under DATA_DIR, readable by its owner only', () => {
    const { secretKey } = load();
    expect(load().secretKey).toBe(secretKey);
    expect(statSync(join(dataDir, 'secret-key')).mode & 0o777).toBe(0o600);
    expect(readFileSync(join(dataDir, 'secret-key'), 'utf8').trim()).toBe(secretKey);
  });

  test('is required with MONGODB_URI, because several processes must share it', () => {
    expect(() => load({ MONGODB_URI: 'mongodb://db/portal' })).toThrow('SECRET_KEY is not set');
  });

  test('is not replaced if its file is damaged', () => {
    writeFileSync(join(dataDir, 'secret-key'), '');
    expect(() => load()).toThrow('is damaged. Restore it from a backup');
  });

  test('may be configured; DATA_DIR is still created', () => {
    const own = join(dataDir, 'new', 'folder');
    expect(load({ DATA_DIR: own, SECRET_KEY: 'k'.repeat(32) }).secretKey).toBe('k'.repeat(32));
    expect(statSync(own).isDirectory()).toBe(true);
  });

  test("stops the start with DATA_DIR's name if DATA_DIR is not writable", () => {
    writeFileSync(join(dataDir, 'file'), '');
    expect(() => load({ DATA_DIR: join(dataDir, 'file', 'data') })).toThrow(/^DATA_DIR is '.*', which is not writable/);
  });
});

describe('warnings', () => {
  test.each([
    ['PROT', 'PORT'],
    ['port', 'PORT'],
    ['MONGO_URI', 'MONGODB_URI'],
    ['DATADIR', 'DATA_DIR'],
    ['SESION_IDLE', 'SESSION_IDLE'],
  ])('reports %s as a typo of %s', (name, meant) => {
    expect(configWarnings({ [name]: '1' })).toEqual([
      `${name} is set, but there is no such variable. Did you mean ${meant}?`,
    ]);
  });

  test('reports that sign-in is impossible for an https PUBLIC_URL without TRUST_PROXY', () => {
    const https = { PUBLIC_URL: 'https://portal.example' };
    expect(configWarnings(https)).toEqual([
      expect.stringMatching(/^PUBLIC_URL is https, but TRUST_PROXY is not set. .*X-Forwarded-Proto/),
    ]);
    expect(configWarnings({ ...https, TRUST_PROXY: '1' })).toEqual([]);
    expect(configWarnings({ PUBLIC_URL: 'http://portal.example' })).toEqual([]);
  });

  test('does not report common shell variables', () => {
    expect(
      configWarnings({ HOME: '/root', PATH: '/bin', PWD: '/', HOSTNAME: 'x', TERM: 'xterm', SHELL: 'sh', PORT: '1' }),
    ).toEqual([]);
  });
});

test.each([
  ['ADMIN', ['ADMIN']],
  ['DEVELOPER, ADMIN', ['ADMIN', 'DEVELOPER']],
  ['', []],
])('parses REQUIRE_PASSKEY=%s', (value, expected) => {
  expect(load({ REQUIRE_PASSKEY: value }).requirePasskey).toEqual(expected);
});

test.each([
  ['1', 1],
  ['10.0.0.0/8, 192.168.1.1', ['10.0.0.0/8', '192.168.1.1']],
])('parses TRUST_PROXY=%s', (value, expected) => {
  expect(load({ TRUST_PROXY: value }).trustProxy).toEqual(expected);
});

test.each([
  ['off', 'https://ne.example', false],
  ['on', 'https://any.example', true],
  ['host:ne', 'https://ne-portal.example', true],
  ['host:ne', 'https://portal.ne.example', false],
])('with AUTH_GOOGLE=%s at %s, Google sign-in enabled is %s', (AUTH_GOOGLE, PUBLIC_URL, isOn) => {
  const { google } = load({ AUTH_GOOGLE, PUBLIC_URL, GOOGLE_CLIENT_ID: 'portal', GOOGLE_CLIENT_SECRET: 'secret' });
  expect(google !== null).toBe(isOn);
});

test('the table of README.md lists each variable and no other', () => {
  const readme = readFileSync(`${import.meta.dirname}/README.md`, 'utf8');
  const [, , ...cells] = Array.from(readme.matchAll(/^\| (.+?) \|/gm), ([, cell = '']) => cell);
  expect(cells.flatMap((cell) => cell.split(', ')).sort()).toEqual(Object.keys(variables).sort());
});
