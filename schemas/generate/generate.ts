import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { generateParser } from '#grammar/generate.ts';
import { stateDiagram } from '../orders/state-diagram.ts';
import { generateResources } from './resources.ts';
import { generateWidgets } from './widgets.ts';

const schemas = fileURLToPath(new URL('..', import.meta.url));

/** Writes all that is made from the schemas and the grammar. Throws an Error with every file and path that says what nobody knows. */
export async function generate(): Promise<void> {
  // Scripts in the schemas are read by it.
  await generateParser();
  for (const { path, text } of await driftedFiles()) {
    await mkdir(dirname(path), { recursive: true });
    // Whole or not at all: who watches the folder never reads half of it.
    await writeFile(`${path}.new`, text);
    await rename(`${path}.new`, path);
  }
}

/** The generated files that differ from what the schemas say now, or are not there, as they ought to be. Throws as generate does. */
export async function driftedFiles(): Promise<{ path: string; text: string }[]> {
  const states = { path: join(schemas, 'orders', 'states.md'), text: stateDiagram() };
  const files = [...(await generateResources(schemas)), ...(await generateWidgets(schemas)), states];
  const texts = await Promise.all(files.map(({ path }) => current(path)));
  return files.filter(({ text }, index) => texts[index] !== text);
}

/** Reads a generated file; one that was never written reads as undefined. */
async function current(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
}
