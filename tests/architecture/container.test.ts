import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { checkEnvironment } from '#api/host/config/check.ts';
import { variables } from '#api/host/config/variables.ts';

// No container is built where the tests run: what can be read off the files is held here.

type Service = {
  image?: string;
  build?: string;
  environment?: Record<string, string>;
  networks?: string[];
  depends_on?: string[] | Record<string, { condition: string }>;
  read_only?: boolean;
  volumes?: string[];
  ports?: string[];
  configs?: { source: string }[];
};
type Compose = {
  services: Record<string, Service>;
  networks: Record<string, { internal?: boolean }>;
  volumes: Record<string, unknown>;
  configs: Record<string, { content: string }>;
};

const compose: Compose = parse(readFileSync('compose.yaml', 'utf8'), { merge: true });
const dockerfile = readFileSync('Dockerfile', 'utf8');
const services = Object.entries(compose.services);
const processes = services
  .filter(([, { image }]) => image === 'order-portal')
  .map(([name, service]) => ({ name, ...service }));
const own = processes.map(({ environment = {} }) => environment);

/** A value as compose gives it to the process where `.env` holds what is required. */
const filledIn = (text: string) =>
  text.replace(
    /\$\{(\w+)(?::-([^}]*)|:\?[^}]*)?\}/g,
    (_all, name: string, fallback?: string) => fallback ?? `${name} `.repeat(8).trim(),
  );

describe('compose.yaml', () => {
  it('has three processes that serve and one that does jobs', () => {
    expect(own.map(({ JOBS }) => JOBS)).toEqual(['off', 'off', 'off', 'only']);
  });

  it('sets only variables that the product or the client of its file store reads, and none that it would refuse', () => {
    const known = [...Object.keys(variables), 'AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY'];
    for (const environment of own) {
      expect(Object.keys(environment).filter((name) => !known.includes(name))).toEqual([]);
      const given = Object.entries(environment).map(([name, value]) => [name, filledIn(value)]);
      expect(() => checkEnvironment(Object.fromEntries(given))).not.toThrow();
    }
  });

  it('depends on no disk of a process: database, secret, files and mail are elsewhere', () => {
    for (const { name, environment = {}, read_only, volumes } of processes) {
      expect([name, read_only, volumes]).toEqual([name, true, undefined]);
      expect(environment).toMatchObject({
        MONGODB_URI: expect.any(String),
        SMTP_URL: expect.any(String),
        FILE_STORE: 's3',
      });
      expect(environment).not.toHaveProperty('DATA_DIR');
    }
  });

  it('holds no secret: whoever forgets one is told', () => {
    for (const environment of own)
      for (const name of ['SECRET_KEY', 'AWS_SECRET_ACCESS_KEY']) expect(environment[name]).toMatch(/^\$\{\w+:\?.+\}$/);
  });

  it('names services, networks, volumes and files that are there', () => {
    const names = services.map(([name]) => name);
    for (const [, { depends_on = [], networks = [], volumes = [], configs = [] }] of services) {
      expect(names).toEqual(expect.arrayContaining(Array.isArray(depends_on) ? depends_on : Object.keys(depends_on)));
      expect(Object.keys(compose.networks)).toEqual(expect.arrayContaining(networks));
      expect(Object.keys(compose.volumes)).toEqual(expect.arrayContaining(volumes.map((each) => each.split(':')[0])));
      expect(Object.keys(compose.configs)).toEqual(expect.arrayContaining(configs.map(({ source }) => source)));
    }
    const hosts = [...JSON.stringify(own).matchAll(/(?:\/\/|,)([a-z]+(?:-\d)?)(?=[:,/])/g)].map(
      ([, host]) => host ?? '',
    );
    expect(names).toEqual(expect.arrayContaining(hosts.filter((host) => host !== 'localhost')));
  });

  it('lets nobody but the product reach database and files', () => {
    expect(compose.networks.inside?.internal).toBe(true);
    for (const [name, { networks, ports }] of services)
      if (/^(mongo|files)/.test(name)) expect([name, networks, ports]).toEqual([name, ['inside'], undefined]);
  });

  it('has the proxy pass on to every process that serves, while that is ready', () => {
    const { content = '' } = compose.configs.proxy ?? {};
    for (const { name, environment } of processes)
      expect(content.includes(`${name}:3000`)).toBe(environment?.JOBS === 'off');
    expect(content).toContain('health_uri /api/readyz');
  });

  it('is pinned: no image is whatever is newest', () => {
    for (const [name, { image = '', build }] of services)
      if (!build) expect([name, image]).toEqual([name, expect.stringMatching(/:[\w.-]*\d/)]);
  });
});

describe('the image', () => {
  const last = dockerfile.slice(dockerfile.lastIndexOf('\nFROM '));

  it('is built in one stage and run in another, by nobody who may change it', () => {
    expect(dockerfile.match(/^FROM /gm)).toHaveLength(2);
    expect(last).toContain('\nUSER node\n');
    expect(last).not.toMatch(/--chown|npm ci|mongod\b/);
  });

  it('is asked whether it is ready', () => {
    expect(last).toMatch(/HEALTHCHECK [\s\S]*\/api\/readyz/);
  });

  it('starts as npm start does', () => {
    const { scripts } = JSON.parse(readFileSync('package.json', 'utf8'));
    const words: unknown = JSON.parse(/^CMD (.*)$/m.exec(last)?.[1] ?? '[]');
    expect(`exec ${Object.values(Object(words)).join(' ')}`).toBe(scripts.start);
  });

  it('is built without what is nobody else’s: data, secrets, what was built here', () => {
    const ignored = readFileSync('.dockerignore', 'utf8').split('\n');
    for (const name of ['.git', '.env*', 'node_modules', 'dist', 'data', 'backups']) expect(ignored).toContain(name);
    for (const folder of ['schemas', 'grammar', 'api', 'portal', 'admin']) expect(ignored).not.toContain(folder);
  });
});
