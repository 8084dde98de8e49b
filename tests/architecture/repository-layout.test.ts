import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { describe, expect, it } from 'vitest';
import { filesBelow, folders } from './sources.ts';

/** Top-level files that a tool requires or a reader expects, beside the six folders. */
const topLevel = [
  '.ci',
  '.dockerignore',
  '.git',
  '.gitignore',
  '.jscpd.json',
  '.npmrc',
  'CHANGELOG.md',
  'CONTRIBUTING.md',
  'Dockerfile',
  'LICENSE',
  'README.md',
  'SECURITY.md',
  'biome.json',
  'compose.yaml',
  'knip.jsonc',
  'package-lock.json',
  'package.json',
  'tsconfig.json',
  'vite.config.ts',
  'vitest.config.ts',
  ...folders,
];
const written = folders.flatMap(filesBelow);

describe('the repository layout', () => {
  it.each(folders)('has a README in %s', (folder) => {
    expect(existsSync(`${folder}/README.md`)).toBe(true);
  });

  it('has a README at the top', () => {
    expect(existsSync('README.md')).toBe(true);
  });

  it('has only its six folders and the files that tools require at the top', () => {
    const ignored = readFileSync('.gitignore', 'utf8').split('\n');
    const isIgnored = (name: string) =>
      ignored.some(
        (line) => line === name || line === `${name}/` || (line.startsWith('*.') && name.endsWith(line.slice(1))),
      );
    expect(readdirSync('.').filter((name) => !topLevel.includes(name) && !isIgnored(name))).toEqual([]);
  });

  it('has no registry host in the lock file', () => {
    const lock: { packages: Record<string, { resolved?: string }> } = JSON.parse(
      readFileSync('package-lock.json', 'utf8'),
    );
    const resolved = Object.entries(lock.packages).filter(([, entry]) => entry.resolved);
    expect(resolved.map(([name, entry]) => `${name} from ${entry.resolved}`)).toEqual([]);
  });

  it('has no catch-all folder (utils, helpers, misc)', () => {
    // In the rules language, helper and type are domain terms.
    const isOfTheLanguage = (path: string) => /^(grammar|tests\/rules)\//.test(path);
    const drawer = /^(utils?|helpers?|misc|common|types)(\.\w+)?$/;
    const isDrawer = (path: string) =>
      drawer.test(basename(path)) ||
      dirname(path)
        .split('/')
        .some((part) => drawer.test(part));
    expect(written.filter((path) => isDrawer(path) && !isOfTheLanguage(path))).toEqual([]);
  });
});

describe('a source file', () => {
  const limit = 500;
  const isText = (path: string) => /\.(ts|tsx|mjs|css|peggy)$/.test(path);
  /** A longer file must justify its length in its first lines: a comment that contains 'in one file because'. */
  const saysWhy = (text: string) => /\bin one file because\b/.test(text.split('\n').slice(0, 8).join(' '));

  it(`has at most ${limit} lines, or says in its first lines why it is 'in one file because'`, () => {
    const tooLong = written.filter(isText).flatMap((path) => {
      const text = readFileSync(path, 'utf8');
      const lines = text.trimEnd().split('\n').length;
      return lines > limit && !saysWhy(text) ? [`${path} has ${lines} lines`] : [];
    });
    expect(tooLong).toEqual([]);
  });
});
