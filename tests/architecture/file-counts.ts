import { dirname } from 'node:path';
import { resolveImport } from './imports.ts';
import { filesBelow, folders, product, type Source, sources } from './sources.ts';

/** Files with fewer lines belong to their only importer, if that is in the same folder. */
const smallFile = 30;

const lineCount = ({ text }: Source) => text.trimEnd().split('\n').length;
const format = (count: number) => count.toLocaleString('en-US');

/** A released migration stays in its own file and never changes. */
const isMigration = ({ path }: Source) => /^api\/engine\/migrations\/\d/.test(path);

/** Small files whose only importer, tests included, is in the same folder and loads them statically. */
function filesToMerge(): string[] {
  const importers = new Map<string, Set<string>>();
  const lazy = new Set<string>();
  for (const source of sources)
    for (const { target, isLazy } of source.imports) {
      const path = resolveImport(source, target);
      if (path === undefined) continue;
      importers.set(path, (importers.get(path) ?? new Set()).add(source.path));
      if (isLazy) lazy.add(path);
    }
  return product.flatMap((source) => {
    const [importer, ...others] = importers.get(source.path) ?? [];
    const isNextDoor = importer !== undefined && others.length === 0 && dirname(importer) === dirname(source.path);
    return isNextDoor && !isMigration(source) && lineCount(source) < smallFile && !lazy.has(source.path)
      ? [source.path]
      : [];
  });
}

/** The size of the product in one line, for `npm run check`: TypeScript files and lines without tests, and style sheets. */
export function productSize(): string {
  const files = product.filter(({ folder }) => folder !== 'tests');
  const lines = files.reduce((sum, source) => sum + lineCount(source), 0);
  const styles = folders.flatMap(filesBelow).filter((path) => path.endsWith('.css')).length;
  const small = filesToMerge().length;
  return `${format(files.length)} product files with ${format(lines)} lines, ${styles} style sheets; ${small} files under ${smallFile} lines have a single importer next door`;
}
