import { posix } from 'node:path';
import { describe, expect, it } from 'vitest';
import { findings } from './findings.ts';
import { circles, type Imports, namesNoResource } from './rooms.ts';
import { filesBelow, parse, product } from './sources.ts';

const api = product.filter(({ folder }) => folder === 'api');
const imports: Imports = api.map(({ path, imports: each }) => ({
  path,
  targets: each
    .filter(({ target }) => target.startsWith('.'))
    .map(({ target }) => posix.join(posix.dirname(path), target)),
}));

describe('the folders of api/', () => {
  it.each([1, 2, 3])('import each other one way only, seen down to level %i', (depth) => {
    expect(circles(imports, depth)).toEqual([]);
  });

  it('are told with the files that lead round', () => {
    const round: Imports = [
      { path: 'api/a/one.ts', targets: ['api/b/c/two.ts'] },
      { path: 'api/b/c/two.ts', targets: ['api/b/three.ts'] },
      { path: 'api/b/three.ts', targets: ['api/a/four.ts', 'api/d/five.ts'] },
    ];
    expect(circles(round, 1)).toEqual([
      'api/a > api/b > api/a: api/a/one.ts imports api/b/c/two.ts, api/b/three.ts imports api/a/four.ts',
    ]);
    expect(circles(round, 2)).toHaveLength(1);
    expect(circles([{ path: 'api/a/one.ts', targets: ['api/a/two.ts', 'api/b/three.ts'] }], 1)).toEqual([]);
  });
});

describe('what is the same for all resources', () => {
  // The versions of what is kept in memory stand among the sessions, so that one look-up reads both.
  const generic = api.filter(
    ({ path }) => /^api\/(resource|store|errors)\//.test(path) && path !== 'api/store/versions.ts',
  );

  it('names none', () => {
    expect(findings(namesNoResource, generic)).toEqual([]);
  });

  it.each([`store('Order').find({});`, `import type { Client } from '#schemas/generated/types.ts';`])(
    'may not say %s',
    (text) => {
      expect(namesNoResource(parse('api/store/store.ts', text))).toHaveLength(1);
    },
  );
});

describe('a file', () => {
  /** What only who wrote it would know; the field has words for these. */
  const dialect = /(^|[-.])(held|listed|parties|pinned|rescope|said|seldom|wear)([-.]|$)/;

  it('is named by a word of the field', () => {
    const written = ['api', 'schemas', 'portal', 'admin'].flatMap(filesBelow);
    expect(written.filter((path) => dialect.test(posix.basename(path)))).toEqual([]);
  });
});
