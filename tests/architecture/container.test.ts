import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { checkEnvironment } from '#api/platform/config/check.ts';
import { variables } from '#api/platform/config/variables.ts';

// The test machine cannot build containers, so these tests check what the files themselves show.

type Service = {
  image?: string;
  build?: string;
  environment?: Record<string, string>;
  networks?: string[];
  depends_on?: string[] | Record<string, { condition: string }>;
  read_only?: boolean;
  volumes?: string[];
  ports?: string[];
  healthcheck?: { test?: string[]; disable?: boolean };
  stop_grace_period?: string;
};
type Compose = {
  services: Record<string, Service>;
  networks: Record<string, { internal?: boolean }>;
  volumes: Record<string, unknown>;
};

const compose: Compose = parse(readFileSync('compose.yaml', 'utf8'), { merge: true });
const dockerfile = readFileSync('Dockerfile', 'utf8');
const services = Object.entries(compose.services);
const processes = services
  .filter(([, { image }]) => image === 'order-portal')
  .map(([name, service]) => ({ name, ...service }));
const own = processes.map(({ environment = {} }) => environment);

/** A value as Docker Compose passes it to the process when `.env` sets the required variables. */
const filledIn = (text: string) =>
  text.replace(
    /\$\{(\w+)(?::-([^}]*)|:\?[^}]*)?\}/g,
    (_all, name: string, fallback?: string) => fallback ?? `${name} `.repeat(8).trim(),
  );

describe('compose.yaml', () => {
  it('runs three serving processes and one for jobs', () => {
    expect(own.map(({ JOBS }) => JOBS)).toEqual(['off', 'off', 'off', 'only']);
  });

  it('sets only variables that the product or its S3 client reads, and none that the product rejects', () => {
    const knownVariables = [...Object.keys(variables), 'AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY'];
    for (const environment of own) {
      expect(Object.keys(environment).filter((name) => !knownVariables.includes(name))).toEqual([]);
      const entries = Object.entries(environment).map(([name, value]) => [name, filledIn(value)]);
      expect(() => checkEnvironment(Object.fromEntries(entries))).not.toThrow();
    }
  });

  it('needs no local disk except a volume for backups: database, secret, files and mail are external', () => {
    for (const { name, environment = {}, read_only, volumes } of processes) {
      const { BACKUP_DIR } = environment;
      expect([name, read_only, volumes]).toEqual([name, true, BACKUP_DIR && [`backups:${BACKUP_DIR}`]]);
      expect([name, BACKUP_DIR]).toEqual([name, environment.JOBS === 'only' ? '/backups' : undefined]);
      expect(environment).toMatchObject({
        MONGODB_URI: expect.any(String),
        SMTP_URL: expect.any(String),
        FILE_STORE: 's3',
      });
      expect(environment).not.toHaveProperty('DATA_DIR');
    }
  });

  it('contains no secret and fails for a missing one', () => {
    for (const environment of own)
      for (const name of ['SECRET_KEY', 'AWS_SECRET_ACCESS_KEY']) expect(environment[name]).toMatch(/^\$\{\w+:\?.+\}$/);
  });

  it('refers only to services, networks and volumes that exist', () => {
    const names = services.map(([name]) => name);
    for (const [, { depends_on = [], networks = [], volumes = [] }] of services) {
      expect(names).toEqual(expect.arrayContaining(Array.isArray(depends_on) ? depends_on : Object.keys(depends_on)));
      expect(Object.keys(compose.networks)).toEqual(expect.arrayContaining(networks));
      expect(Object.keys(compose.volumes)).toEqual(expect.arrayContaining(volumes.map((each) => each.split(':')[0])));
    }
    const hosts = [...JSON.stringify(own).matchAll(/(?:\/\/|,)([a-z]+(?:-\d)?)(?=[:,/])/g)].map(
      ([, host]) => host ?? '',
    );
    expect(names).toEqual(expect.arrayContaining(hosts.filter((host) => host !== 'localhost')));
  });

  it('exposes the database and the file store to the product only', () => {
    expect(compose.networks.inside?.internal).toBe(true);
    for (const [name, { networks, ports }] of services)
      if (/^(mongo|files)/.test(name)) expect([name, networks, ports]).toEqual([name, ['inside'], undefined]);
  });

  it('lets the proxy load-balance over all serving processes that are ready', () => {
    const content = compose.services.proxy?.environment?.CADDYFILE ?? '';
    for (const { name, environment } of processes)
      expect(content.includes(`${name}:3000`)).toBe(environment?.JOBS === 'off');
    expect(content).toContain('health_uri /api/readyz');
  });

  it('has the health check of the Dockerfile for every process that serves, because images in OCI format lose it', () => {
    for (const { name, environment, healthcheck } of processes)
      expect([name, healthcheck]).toEqual([
        name,
        environment?.JOBS === 'off'
          ? expect.objectContaining({ test: ['CMD', 'node', '-e', expect.stringContaining('/api/readyz')] })
          : { disable: true },
      ]);
  });

  it('waits for DRAIN_SECONDS and the shutdown timeout before it kills a process', () => {
    for (const { stop_grace_period, environment = {} } of processes) {
      const drain = Number(environment.DRAIN_SECONDS ?? variables.DRAIN_SECONDS.default);
      expect(Number.parseInt(stop_grace_period ?? '', 10)).toBeGreaterThanOrEqual(drain + 45);
    }
  });

  it('pins every image to a version', () => {
    for (const [name, { image = '', build }] of services)
      if (!build) expect([name, image]).toEqual([name, expect.stringMatching(/:[\w.-]*\d/)]);
  });
});

describe('the container image', () => {
  const last = dockerfile.slice(dockerfile.lastIndexOf('\nFROM '));

  it('is built in a separate stage and runs as a user who cannot change it', () => {
    expect(dockerfile.match(/^FROM /gm)).toHaveLength(2);
    expect(last).toContain('\nUSER 1000:1000\n');
    expect(last).not.toMatch(/--chown|npm ci|mongod\b/);
  });

  it('has a health check on readiness', () => {
    expect(last).toMatch(/HEALTHCHECK [\s\S]*\/api\/readyz/);
  });

  it('starts the product with the same command as npm start', () => {
    const { scripts } = JSON.parse(readFileSync('package.json', 'utf8'));
    const words: unknown = JSON.parse(/^CMD (.*)$/m.exec(last)?.[1] ?? '[]');
    expect(`exec ${Object.values(Object(words)).join(' ')}`).toBe(scripts.start);
  });

  it('excludes data, secrets and local build output from the build context', () => {
    const ignored = readFileSync('.dockerignore', 'utf8').split('\n');
    for (const name of ['.git', '.env*', 'node_modules', 'dist', 'data', 'backups']) expect(ignored).toContain(name);
    for (const folder of ['schemas', 'grammar', 'api', 'portal', 'admin']) expect(ignored).not.toContain(folder);
  });
});
