import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { generateParser } from '#grammar/generate.ts';
import { stateDiagram } from '../orders/state-diagram.ts';
import { generateResources } from './resources.ts';
import { generateWidgets } from './widgets.ts';

const schemas = fileURLToPath(new URL('..', import.meta.url));

/**
 * Writes all files that are generated from the schemas and the grammar. Throws an Error that lists each invalid place
 * with file and path.
 */
export async function generate(): Promise<void> {
  // Scripts in the schemas need the parser.
  await generateParser();
  for (const { path, text } of await driftedFiles()) {
    await mkdir(dirname(path), { recursive: true });
    // Write atomically, so that file watchers never read half a file.
    await writeFile(`${path}.new`, text);
    await rename(`${path}.new`, path);
  }
}

/** The generated files that are missing or out of date, with the text they should have. Throws like `generate`. */
export async function driftedFiles(): Promise<{ path: string; text: string }[]> {
  const states = { path: join(schemas, 'orders', 'states.md'), text: stateDiagram() };
  const files = [...(await generateResources(schemas)), ...(await generateWidgets(schemas)), states];
  const texts = await Promise.all(files.map(({ path }) => current(path)));
  return files.filter(({ text }, index) => texts[index] !== text);
}

/** Reads a generated file; undefined if it does not exist. */
async function current(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
}
