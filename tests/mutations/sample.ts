import { readFile } from 'node:fs/promises';
import type { Mutant } from '@stryker-mutator/api/core';
import { Instrumenter } from '@stryker-mutator/instrumenter';
import { digest, digestOfFile } from './result-cache.ts';

/** A mutant as Stryker generates it; its id is unique within a run over the same files. */
type Change = Pick<Mutant, 'fileName' | 'location' | 'mutatorName' | 'replacement'>;
type Numbered = Change & Pick<Mutant, 'id'>;

const quiet = () => undefined;
const never = () => false;
const log = {
  ...{ trace: quiet, debug: quiet, info: quiet, warn: quiet, error: quiet, fatal: quiet },
  ...{ isTraceEnabled: never, isDebugEnabled: never, isInfoEnabled: never },
  ...{ isWarnEnabled: never, isErrorEnabled: never, isFatalEnabled: never },
};

/** Every mutant that Stryker generates for these files. */
async function changesOf(files: string[]): Promise<Numbered[]> {
  const sources = files.map(async (name) => ({ name, content: await readFile(name, 'utf8'), mutate: true }));
  const options = { plugins: null, excludedMutations: [], ignorers: [] };
  const { mutants } = await new Instrumenter(log).instrument(await Promise.all(sources), options);
  return [...mutants];
}

/**
 * A random sample of the mutants of these files, reproducible by seed: their digests with their files, the file of each
 * mutant by id, and the total number. A change in one file does not move the sample in others. `places` narrows the
 * sample to a folder, a file, or lines of a file (api/features/auth/magic-link.ts:50-80).
 */
export async function sampleMutants(
  files: string[],
  { size, seed, places }: { size: number; seed: number; places: string[] },
): Promise<{ sample: Record<string, string>; files: Record<string, string>; total: number }> {
  const numbered = await changesOf(files);
  const changes = numbered.map((change) => ({ change, digest: digestOf(change, seed) }));
  const chosen = changes.toSorted((one, other) => (one.digest < other.digest ? -1 : 1)).slice(0, size);
  const selected = chosen.filter(({ change }) => places.length === 0 || places.some((place) => isIn(place, change)));
  const sample = selected.map(({ change, digest: name }) => [name, digestOfFile(change.fileName)]);
  return {
    sample: Object.fromEntries(sample),
    files: Object.fromEntries(numbered.map(({ id, fileName }) => [id, fileName])),
    total: changes.length,
  };
}

function isIn(place: string, { fileName, location: { start, end } }: Change): boolean {
  const [path = '', lines] = place.split(':');
  if (fileName !== path && !fileName.startsWith(`${path.replace(/\/$/, '')}/`)) return false;
  if (!lines) return true;
  const [from, to = from] = lines.split('-').map(Number);
  // Stryker counts lines from 0.
  return from !== undefined && to !== undefined && start.line + 1 <= to && end.line + 1 >= from;
}

/** The identity of a mutant; file paths are relative to the project, wherever that is. */
export function digestOf(
  { fileName, location: { start, end }, mutatorName, replacement }: Change,
  seed: number,
): string {
  const path = fileName.slice(fileName.lastIndexOf('/api/') + 1);
  const place = [start.line, start.column, end.line, end.column];
  return digest(JSON.stringify([seed, path, place, mutatorName, replacement]));
}
