import { posix } from 'node:path';
import type { Rule } from './findings.ts';
import type { Folder, Source } from './sources.ts';

/** Who may import whom (design 1). An entry with a slash allows that folder and what is below it, nothing else. */
const mayImport = {
  grammar: [],
  schemas: ['grammar'],
  api: ['grammar', 'schemas'],
  portal: ['grammar', 'schemas'],
  admin: [
    'grammar',
    'schemas',
    'portal/editing',
    'portal/forms',
    'portal/orders',
    'portal/preferences',
    'portal/reports',
  ],
  tests: ['grammar', 'schemas', 'api', 'portal', 'admin'],
} as const satisfies Record<Folder, readonly string[]>;

/** Only what the import rule allows, and across top folders only as `#folder/path.ts`. */
export const importsWhatItMay: Rule = (source) =>
  source.imports.flatMap(({ target, line }) => {
    const path = ownPath(source, target);
    if (path === undefined) return [];
    const isWithin = path.startsWith(`${source.folder}/`);
    if (!isWithin && target.startsWith('.') && !isPackageOfItsOwn(source)) {
      return [`${source.path}:${line} imports ${target}: across top folders it is #${path}`];
    }
    const allowed: readonly string[] = [...mayImport[source.folder], ...(source.isTest ? ['tests'] : [])];
    const isAllowed = isWithin || allowed.some((folder) => path.startsWith(`${folder}/`));
    return isAllowed ? [] : [`${source.path}:${line} imports ${target}: ${source.folder} may not import it`];
  });

/** The benchmarks have the peers' package.json beside them, behind which `#folder/` means nothing. */
const isPackageOfItsOwn = ({ path }: Source) => path.startsWith('tests/bench/');

/** Our own files are imported with their extension. */
export const importsWithExtension: Rule = (source) =>
  source.imports
    .filter(({ target }) => ownPath(source, target) !== undefined && !/\.\w+(\?\w+)?$/.test(target))
    .map(({ target, line }) => `${source.path}:${line} imports ${target} without its extension`);

/** Node's own modules stay out of what runs in the browser (design 1). */
export const importsNoNodeModule: Rule = (source) =>
  source.imports
    .filter(({ target }) => target.startsWith('node:'))
    .map(({ target, line }) => `${source.path}:${line} imports ${target}, which no browser has`);

/** No package at all. */
export const importsNoPackage: Rule = (source) =>
  source.imports
    .filter(({ target }) => packageOf(target) !== undefined)
    .map(({ target, line }) => `${source.path}:${line} imports ${target}: nothing here depends on a package`);

/** What the portal never takes, whatever the page (performance 2): MUI, Emotion and react-admin are the back-office's. */
export const importsNoBackOfficePackage: Rule = (source) =>
  source.imports
    .filter(({ target }) => /^(@mui|@emotion)\/|^(react-admin|ra-[\w-]+)($|\/)/.test(target))
    .map(({ target, line }) => `${source.path}:${line} imports ${target}, which belongs to the back-office`);

/**
 * Packages that the browser loads together with `entry`: reached through static imports of values, file by file,
 * with the way that leads there. Type imports vanish and `import()` is loaded later.
 */
export function packagesLoadedWith(entry: string, sources: readonly Source[]): Map<string, string[]> {
  const byPath = new Map(sources.map((source) => [source.path, source]));
  const ways = new Map<string, string[]>([[entry, [entry]]]);
  const packages = new Map<string, string[]>();
  for (const [path, way] of ways) {
    const source = byPath.get(path);
    for (const { target, isType, isLazy } of source?.imports ?? []) {
      if (!source || isType || isLazy) continue;
      const own = ownPath(source, target);
      const name = packageOf(target);
      if (own !== undefined && !ways.has(own)) ways.set(own, [...way, own]);
      if (name !== undefined && !packages.has(name)) packages.set(name, way);
    }
  }
  return packages;
}

/** The path from the root of a file of ours that an import names; nothing for packages and node's modules. */
function ownPath(source: Source, target: string): string | undefined {
  if (target.startsWith('#')) return target.slice(1);
  if (!target.startsWith('.')) return undefined;
  return posix.join(posix.dirname(source.path), target);
}

function packageOf(target: string): string | undefined {
  if (/^[#./]|^node:/.test(target)) return undefined;
  const parts = target.split('/');
  return parts.slice(0, target.startsWith('@') ? 2 : 1).join('/');
}
