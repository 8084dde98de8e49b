import { posix } from 'node:path';
import type { LintRule } from './rule.ts';
import { type Folder, lineAt, type Source } from './sources.ts';

/** Import layers: who may import whom (design 1). An entry with a slash allows that folder and its subfolders only. */
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
    'portal/palette',
    'portal/preferences',
    'portal/reports',
  ],
  tests: ['grammar', 'schemas', 'api', 'portal', 'admin'],
} as const satisfies Record<Folder, readonly string[]>;

/** Rule: a file imports only from allowed folders, and across top folders only as `#folder/path.ts`. */
export const importsAllowedLayers: LintRule = (source) =>
  source.imports.flatMap(({ target, line }) => {
    const path = resolveImport(source, target);
    if (path === undefined) return [];
    const isWithin = path.startsWith(`${source.folder}/`);
    if (!isWithin && target.startsWith('.') && !isPackageOfItsOwn(source)) {
      return [`${source.path}:${line} imports ${target}: across top folders it is #${path}`];
    }
    const allowed: readonly string[] = [...mayImport[source.folder], ...(source.isTest ? ['tests'] : [])];
    const isAllowed = isWithin || allowed.some((folder) => path.startsWith(`${folder}/`));
    return isAllowed ? [] : [`${source.path}:${line} imports ${target}: ${source.folder} may not import it`];
  });

/**
 * Benchmarks have their own package.json with the compared packages, and the `#folder/` aliases do not resolve behind
 * it.
 */
const isPackageOfItsOwn = ({ path }: Source) => path.startsWith('tests/bench/');

/** The layers of api/, lowest first. Files at its top are the composition root, which may import all of them. */
const apiLayers = ['api/platform/', 'api/engine/', 'api/features/'];
const layerOf = (path: string) => apiLayers.findIndex((layer) => path.startsWith(layer));

/** Rule: within api/, imports go downwards only, types included (design 1). */
export const importsDownwards: LintRule = (source) => {
  const own = layerOf(source.path);
  if (own < 0 || source.isTest) return [];
  return source.imports.flatMap(({ target, line }) => {
    const path = resolveImport(source, target) ?? '';
    if (!path.startsWith('api/')) return [];
    const other = layerOf(path);
    if (other >= 0 && other <= own) return [];
    return [`${source.path}:${line} imports ${target}: pass it in from the composition root, or move one of the files`];
  });
};

/** Rule: imports of our own files include the extension. */
export const importsWithExtension: LintRule = (source) =>
  source.imports
    .filter(({ target }) => resolveImport(source, target) !== undefined && !/\.\w+(\?\w+)?$/.test(target))
    .map(({ target, line }) => `${source.path}:${line} imports ${target} without its extension`);

/** Rule: no module imports the entry module of a command, whose code runs when it is imported. */
export const importsNoCommand: LintRule = (source) =>
  source.imports
    .filter(({ target }) => /\/main\.tsx?$/.test(target))
    .map(({ target, line }) => `${source.path}:${line} imports ${target}, which would run that command`);

/**
 * Rule: the call of a command's `main` comes after all constants and classes of its module, which it could not use
 * before (temporal dead zone).
 */
export const callsMainLast: LintRule = (source) => {
  const { body } = source.program;
  const call = body.findIndex(
    (node) => node.type === 'ExpressionStatement' && /^await main\(/.test(source.text.slice(node.start, node.end)),
  );
  const declared = call < 0 ? [] : body.slice(call + 1);
  return declared
    .filter((node) => /^(export )?(const|let|class) /.test(source.text.slice(node.start, node.end)))
    .map((node) => `${source.path}:${lineAt(source.text, node.start)} declares what main() cannot use yet`);
};

/** Rule: code that runs in the browser imports no Node module (design 1). */
export const importsNoNodeModule: LintRule = (source) =>
  source.imports
    .filter(({ target }) => target.startsWith('node:'))
    .map(({ target, line }) => `${source.path}:${line} imports ${target}, which no browser has`);

/** Rule: no package imports. */
export const importsNoPackage: LintRule = (source) =>
  source.imports
    .filter(({ target }) => packageOf(target) !== undefined)
    .map(({ target, line }) => `${source.path}:${line} imports ${target}: nothing here depends on a package`);

/**
 * Packages that the portal never loads on any page (performance 2): MUI, Emotion and react-admin belong to the
 * back-office.
 */
export const importsNoBackOfficePackage: LintRule = (source) =>
  source.imports
    .filter(({ target }) => /^(@mui|@emotion)\/|^(react-admin|ra-[\w-]+)($|\/)/.test(target))
    .map(({ target, line }) => `${source.path}:${line} imports ${target}, which belongs to the back-office`);

/**
 * The packages in the first load of `entry`: walks static value imports file by file and returns each package with its
 * import chain. Type imports are erased, and `import()` is lazy, so neither counts.
 */
export function packagesLoadedWith(entry: string, sources: readonly Source[]): Map<string, string[]> {
  const byPath = new Map(sources.map((source) => [source.path, source]));
  const ways = new Map<string, string[]>([[entry, [entry]]]);
  const packages = new Map<string, string[]>();
  for (const [path, way] of ways) {
    const source = byPath.get(path);
    for (const { target, isType, isLazy } of source?.imports ?? []) {
      if (!source || isType || isLazy) continue;
      const own = resolveImport(source, target);
      const name = packageOf(target);
      if (own !== undefined && !ways.has(own)) ways.set(own, [...way, own]);
      if (name !== undefined && !packages.has(name)) packages.set(name, way);
    }
  }
  return packages;
}

/** Resolves an import specifier to a repository path; undefined for packages and Node modules. */
export function resolveImport(source: Source, target: string): string | undefined {
  if (target.startsWith('#')) return target.slice(1);
  if (!target.startsWith('.')) return undefined;
  return posix.join(posix.dirname(source.path), target);
}

function packageOf(target: string): string | undefined {
  if (/^[#./]|^node:/.test(target)) return undefined;
  const parts = target.split('/');
  return parts.slice(0, target.startsWith('@') ? 2 : 1).join('/');
}
