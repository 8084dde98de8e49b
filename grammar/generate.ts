import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import peggy from 'peggy';

/**
 * Makes generated/parser.js and its types from rules.peggy. Part of `npm run generate`; the files are git-ignored and
 * written only when they change, so that watchers and build caches are not woken for nothing.
 */
export async function generateParser(): Promise<void> {
  const grammar = await readFile(new URL('rules.peggy', import.meta.url), 'utf8');
  const parser = peggy.generate(grammar, { output: 'source', format: 'es', grammarSource: 'rules.peggy' });
  await mkdir(new URL('generated/', import.meta.url), { recursive: true });
  await writeWhenChanged('generated/parser.js', `${UNTYPED}\n${parser}`);
  await writeWhenChanged('generated/parser.d.ts', TYPES);
}

/** The compiler reads parser.d.ts instead of what Peggy wrote. */
const UNTYPED = '// @ts-nocheck';

/** Peggy infers the types of actions as any; the tree's own types say more. */
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
  // Whole or not at all: who watches the folder never reads half of it.
  const whole = new URL(`${path}.new`, import.meta.url);
  await writeFile(whole, content);
  await rename(whole, file);
}
