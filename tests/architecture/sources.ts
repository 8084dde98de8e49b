import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type ESTree, parseSync } from 'vite';

export type Folder = 'grammar' | 'schemas' | 'api' | 'portal' | 'admin' | 'tests';
type ImportStatement = { target: string; line: number; isType: boolean; isLazy: boolean };
export type Source = {
  /** Path relative to the repository root, with forward slashes. */
  path: string;
  folder: Folder;
  text: string;
  isTest: boolean;
  imports: ImportStatement[];
  comments: { text: string; line: number }[];
  program: ESTree.Program;
};

export const folders = ['grammar', 'schemas', 'api', 'portal', 'admin', 'tests'] as const satisfies readonly Folder[];
const isCode = (path: string) => /\.(ts|tsx|js|mjs)$/.test(path) && !path.endsWith('.d.ts');

/** Parses every hand-written source file of the six folders. */
export const sources: readonly Source[] = folders.flatMap((folder) =>
  filesBelow(folder)
    .filter(isCode)
    .map((path) => parse(path, readFileSync(path, 'utf8'))),
);

/** Examples for users, which run as standalone programs. */
const isExample = ({ path }: Source) => path.startsWith('api/engine/documentation/clients/');

/** The product's source files, without tests, test helpers and examples. */
export const product: readonly Source[] = sources.filter((source) => !source.isTest && !isExample(source));

/** All hand-written files below a folder: nothing generated, nothing built. */
export function filesBelow(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (!entry.isDirectory()) return [path];
    return ['generated', 'dist', 'node_modules'].includes(entry.name) ? [] : filesBelow(path);
  });
}

/** Parses a program text. `path` decides which folder's rules apply; the file need not exist. */
export function parse(path: string, text: string): Source {
  const folder = folders.find((name) => path.startsWith(`${name}/`));
  if (!folder) throw new Error(`${path} is in none of ${folders.join(', ')}`);
  const { module, program, comments, errors } = parseSync(path, text);
  if (errors.length > 0) throw new Error(`${path}: ${errors.map((error) => error.message).join(', ')}`);
  const line = (offset: number) => lineAt(text, offset);
  const named = (entries: { isType: boolean }[]) => entries.length > 0 && entries.every((entry) => entry.isType);
  const imports = [
    ...module.staticImports.map(({ moduleRequest, entries, start }) => ({
      target: moduleRequest.value,
      line: line(start),
      isType: named(entries),
      isLazy: false,
    })),
    ...module.staticExports.flatMap(({ entries, start }) =>
      entries.flatMap(({ moduleRequest, isType }) =>
        moduleRequest ? [{ target: moduleRequest.value, line: line(start), isType, isLazy: false }] : [],
      ),
    ),
    ...module.dynamicImports.map(({ moduleRequest, start }) => ({
      target: text.slice(moduleRequest.start, moduleRequest.end).replace(/^['"`]|['"`]$/g, ''),
      line: line(start),
      isType: false,
      isLazy: true,
    })),
  ];
  return {
    path,
    folder,
    text,
    isTest: folder === 'tests' || /\.test\.tsx?$/.test(path),
    imports,
    comments: comments.map((comment) => ({ text: comment.value, line: line(comment.start) })),
    program,
  };
}

/** The 1-based line of an offset in a text. */
export function lineAt(text: string, offset: number): number {
  return text.slice(0, offset).split('\n').length;
}
