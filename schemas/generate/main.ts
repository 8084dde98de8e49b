import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { generateParser } from '#grammar/generate.ts';
import { generateResources } from './resources.ts';
import { generateWidgets } from './widgets.ts';

/**
 * `npm run generate`: writes all that is made from the schemas and the grammar. With `--check` it writes nothing and
 * exits with 1 when a file on disk differs from what the schemas say now.
 */
const schemas = fileURLToPath(new URL('..', import.meta.url));
const isCheck = process.argv.includes('--check');

/** Reads a generated file; one that was never written reads as undefined. */
async function current(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
}

async function main(): Promise<void> {
  const files = [...(await generateResources(schemas)), ...(await generateWidgets(schemas))];
  const drifted: string[] = [];
  for (const { path, text } of files) {
    if ((await current(path)) === text) continue;
    drifted.push(path);
    if (isCheck) continue;
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, text);
  }
  if (!isCheck) await generateParser();
  if (isCheck && drifted.length > 0) {
    process.stderr.write(`Out of step with schemas/: ${drifted.join(', ')}\nRun: npm run generate\n`);
    process.exitCode = 1;
  }
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
});
