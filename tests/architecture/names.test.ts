import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { folders, parse, type Source, sources } from './sources.ts';

/** The names that a file declares and exports; re-exports are not declarations. */
function exportedNames({ program }: Source): string[] {
  return program.body.flatMap((statement) => {
    if (statement.type !== 'ExportNamedDeclaration' || !statement.declaration) return [];
    const { declaration } = statement;
    if (declaration.type === 'VariableDeclaration')
      return declaration.declarations.flatMap(({ id }) => (id.type === 'Identifier' ? [id.name] : []));
    return 'id' in declaration && declaration.id?.type === 'Identifier' ? [declaration.id.name] : [];
  });
}

const modules = sources.filter(({ isTest, path }) => !isTest || !/\.(test|spec)\.tsx?$/.test(path));

/** Exported names that several of these files declare, each with the files. */
function duplicates(files: readonly Source[]): string[] {
  const paths = new Map<string, string[]>();
  for (const source of files)
    for (const name of new Set(exportedNames(source))) paths.set(name, [...(paths.get(name) ?? []), source.path]);
  return [...paths].filter(([, all]) => all.length > 1).map(([name, all]) => `${name}: ${all.join(', ')}`);
}

/** The folder of the declarations that TypeScript ships for browsers and JavaScript, in its package for this platform. */
function libraryFolder(): string {
  const fromTypeScript = createRequire(createRequire(import.meta.url).resolve('typescript/package.json'));
  const platform = `@typescript/typescript-${process.platform}-${process.arch}`;
  return join(dirname(fromTypeScript.resolve(`${platform}/package.json`)), 'lib');
}

/** The global names of browsers and of JavaScript. */
const globalNames = new Set(
  ['lib.dom.d.ts', 'lib.es5.d.ts', 'lib.es2015.collection.d.ts', 'lib.es2015.promise.d.ts'].flatMap((file) => {
    const text = readFileSync(join(libraryFolder(), file), 'utf8');
    return [...text.matchAll(/^(?:declare (?:var|function|const)|interface|type) (\w+)/gm)].map(([, name]) => name);
  }),
);

describe('exported names', () => {
  it.each(folders)('are unique within %s', (folder) => {
    expect(duplicates(modules.filter((source) => source.folder === folder))).toEqual([]);
  });

  it('are reported when two files of a folder declare the same one', () => {
    const pair = [
      parse('api/a.ts', 'export const placeOf = 1;'),
      parse('api/b.ts', 'export function placeOf() {}\nexport type Own = 1;'),
    ];
    expect(duplicates(pair)).toEqual(['placeOf: api/a.ts, api/b.ts']);
  });

  it('do not shadow a global of the browser or of JavaScript', () => {
    const shadowing = modules.flatMap((source) =>
      exportedNames(source)
        .filter((name) => globalNames.has(name))
        .map((name) => `${source.path}: ${name}`),
    );
    expect(shadowing).toEqual([]);
    expect(['FormData', 'Map', 'history'].filter((name) => !globalNames.has(name))).toEqual([]);
  });
});
