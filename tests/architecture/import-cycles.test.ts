import { posix } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type ImportGraph, importCycles, namesNoResource } from './import-cycles.ts';
import { violations } from './rule.ts';
import { filesBelow, parse, product } from './sources.ts';

const api = product.filter(({ folder }) => folder === 'api');
const imports: ImportGraph = api.map(({ path, imports: each }) => ({
  path,
  targets: each
    .filter(({ target }) => target.startsWith('.'))
    .map(({ target }) => posix.join(posix.dirname(path), target)),
}));

describe('folders of api/', () => {
  it.each([1, 2, 3, 4])('have no circular imports down to level %i', (depth) => {
    expect(importCycles(imports, depth)).toEqual([]);
  });

  it('have each import cycle reported with the files that close it', () => {
    const round: ImportGraph = [
      { path: 'api/a/one.ts', targets: ['api/b/c/two.ts'] },
      { path: 'api/b/c/two.ts', targets: ['api/b/three.ts'] },
      { path: 'api/b/three.ts', targets: ['api/a/four.ts', 'api/d/five.ts'] },
    ];
    expect(importCycles(round, 1)).toEqual([
      'api/a > api/b > api/a: api/a/one.ts imports api/b/c/two.ts, api/b/three.ts imports api/a/four.ts',
    ]);
    expect(importCycles(round, 2)).toHaveLength(1);
    expect(importCycles([{ path: 'api/a/one.ts', targets: ['api/a/two.ts', 'api/b/three.ts'] }], 1)).toEqual([]);
  });
});

describe('code that serves all resources', () => {
  // Cached versions are stored beside the sessions, so that one query reads both; reference locks beside the stored
  // responses, so that one command writes both.
  const shared = ['api/engine/store/cache-versions.ts', 'api/engine/store/reference-locks.ts'];
  const generic = api.filter(
    ({ path }) => /^api\/(platform|engine\/(resource|store))\//.test(path) && !shared.includes(path),
  );

  it('names no single resource', () => {
    expect(violations(namesNoResource, generic)).toEqual([]);
  });

  it.each([`store('Order').find({});`, `import type { Client } from '#schemas/generated/types.ts';`])(
    'must not contain %s',
    (text) => {
      expect(namesNoResource(parse('api/engine/store/store.ts', text))).toHaveLength(1);
    },
  );
});

describe('a file name', () => {
  /** Words of the private dialect; the field has its own terms for these. */
  const dialect = /(^|[-.])(held|listed|parties|pinned|rescope|said|seldom|wear)([-.]|$)/;

  it('uses a term of the field', () => {
    const written = ['api', 'schemas', 'portal', 'admin'].flatMap(filesBelow);
    expect(written.filter((path) => dialect.test(posix.basename(path)))).toEqual([]);
  });
});
