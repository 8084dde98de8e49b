import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { Mutant } from '@stryker-mutator/api/core';
import { Instrumenter } from '@stryker-mutator/instrumenter';

/** A change of the product as Stryker makes it, without the number that it has within a run. */
type Change = Pick<Mutant, 'fileName' | 'location' | 'mutatorName' | 'replacement'>;

const quiet = () => undefined;
const never = () => false;
const log = {
  ...{ trace: quiet, debug: quiet, info: quiet, warn: quiet, error: quiet, fatal: quiet },
  ...{ isTraceEnabled: never, isDebugEnabled: never, isInfoEnabled: never },
  ...{ isWarnEnabled: never, isErrorEnabled: never, isFatalEnabled: never },
};

/** Every change that Stryker would make to these files. */
async function changesOf(files: string[]): Promise<Change[]> {
  const read = files.map(async (name) => ({ name, content: await readFile(name, 'utf8'), mutate: true }));
  const options = { plugins: null, excludedMutations: [], ignorers: [] };
  const { mutants } = await new Instrumenter(log).instrument(await Promise.all(read), options);
  return [...mutants];
}

/**
 * So many changes of these files by chance, the same ones for the same seed and the same files: their digests, and how many
 * there are in all. A file that changes leaves those of the others where they were.
 */
export async function sampleOf(
  files: string[],
  { size, seed }: { size: number; seed: number },
): Promise<{ sample: string[]; total: number }> {
  const digests = (await changesOf(files)).map((change) => digestOf(change, seed));
  return { sample: digests.toSorted().slice(0, size), total: digests.length };
}

/** What tells a change from all others; of a file it takes the path below the project, wherever that stands. */
export function digestOf(
  { fileName, location: { start, end }, mutatorName, replacement }: Change,
  seed: number,
): string {
  const path = fileName.slice(fileName.lastIndexOf('/api/') + 1);
  const place = [start.line, start.column, end.line, end.column];
  return createHash('sha256')
    .update(JSON.stringify([seed, path, place, mutatorName, replacement]))
    .digest('base64url');
}
