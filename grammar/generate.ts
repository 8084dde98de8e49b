import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import peggy from 'peggy';

/**
 * Generates generated/parser.js and its types from rules.peggy with Peggy. Part of `npm run generate`. The output is
 * git-ignored, and written only if it changes, so that it does not trigger file watchers and build caches.
 */
export async function generateParser(): Promise<void> {
  const grammar = await readFile(new URL('rules.peggy', import.meta.url), 'utf8');
  const parser = peggy.generate(grammar, { output: 'source', format: 'es', grammarSource: 'rules.peggy' });
  await mkdir(new URL('generated/', import.meta.url), { recursive: true });
  await writeWhenChanged('generated/parser.js', `${UNTYPED}\n${parser}`);
  await writeWhenChanged('generated/parser.d.ts', TYPES);
}

/** The TypeScript compiler reads parser.d.ts instead of Peggy's output. */
const UNTYPED = '// @ts-nocheck';

/** Peggy types all actions as any; these declarations are stricter. */
const TYPES = `import type { combine } from '../syntax/precedence.ts';
import type { Recovery } from '../syntax/recovery.ts';
import type { Script } from '../syntax/tree.ts';

export interface ParserOptions {
  readonly recovery: Recovery;
  readonly combine: typeof combine;
}

export function parse(source: string, options: ParserOptions): Script;
`;

async function writeWhenChanged(path: string, content: string): Promise<void> {
  const file = new URL(path, import.meta.url);
  const before = await readFile(file, 'utf8').catch(() => null);
  if (before === content) return;
  // Atomic write, so that file watchers never read a partial file.
  const temporaryFile = new URL(`${path}.new`, import.meta.url);
  await writeFile(temporaryFile, content);
  await rename(temporaryFile, file);
}
