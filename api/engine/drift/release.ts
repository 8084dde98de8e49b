import { readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { allSchemas } from '#schemas/generate/resources.ts';
import { compareSchemas } from '#schemas/released/compare.ts';
import type { SchemaComparison } from '#schemas/released/decisions.ts';
import { changeInWords, needsMigration } from '#schemas/released/plan.ts';
import { type ReleasedSchemas, releasedText, storageSchemas } from '#schemas/released/released.ts';

const file = 'schemas/released/schemas.json';
const remedy = 'Run: npm run generate -- --migration NAME';

/** The project's schemas as last released and as they are now. */
export interface Release extends SchemaComparison {
  /** The current version of the application, and the version of the released schemas. */
  version: string;
  releasedVersion: string;
}

/** Reads both snapshots. Throws an Error if a schema is invalid or the released schemas are missing. */
export async function readRelease(root: string): Promise<Release> {
  const [released, current] = [await readReleased(root), await currentRelease(root)];
  return {
    before: released.resources,
    after: current.resources,
    version: current.version,
    releasedVersion: released.version,
  };
}

async function currentRelease(root: string): Promise<ReleasedSchemas> {
  const { version }: { version: string } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'));
  return { version, resources: storageSchemas(await allSchemas(join(root, 'schemas'))) };
}

async function readReleased(root: string): Promise<ReleasedSchemas> {
  try {
    return JSON.parse(await readFile(join(root, file), 'utf8'));
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT')
      throw new Error(`${file} does not exist, so there is nothing to compare with. Restore it from the repository.`);
    throw error;
  }
}

/**
 * Returns one line per schema change that stored records may not fit, or a reminder to record the release, with
 * instructions.
 */
export function releaseDrift({ before, after, version, releasedVersion }: Release): string[] {
  const changes = compareSchemas(before, after).filter(needsMigration).map(changeInWords);
  if (changes.length > 0) return ['Stored records may no longer match the schemas:', ...indented(changes), remedy];
  if (version === releasedVersion) return [];
  return [
    `${file} is from version ${releasedVersion}, but this is version ${version}.`,
    'Run: npm run generate -- --released',
  ];
}

/**
 * Records the current schemas as released. Throws an Error if stored records may not fit them, unless `by` names the
 * hand-written migration that converts them. Returns a summary.
 */
export async function recordRelease({ root, by }: { root: string; by?: string }): Promise<string> {
  const release = await readRelease(root);
  const needed = compareSchemas(release.before, release.after).filter(needsMigration).map(changeInWords);
  const names = await migrationNames(root);
  if (by !== undefined && !names.includes(by))
    throw new Error(`--by ${by}: no such migration. The last one is ${names.at(-1)}.`);
  if (by === undefined && needed.length > 0)
    throw new Error(
      ['Stored records may not match the current schemas:', ...indented(needed), remedy].join('\n') +
        '\nOr, if a hand-written migration converts them: npm run generate -- --released --by ITS-NAME',
    );
  await writeFilesAtomically([releasedFile(root, release)]);
  return `${file} records the schemas of version ${release.version}.`;
}

/** Returns the snapshot file for the current schemas. */
export const releasedFile = (root: string, { version, after }: Release): WrittenFile => ({
  path: join(root, file),
  text: releasedText({ version, resources: after }),
});

/** Returns the names of all migrations in order. */
export async function migrationNames(root: string): Promise<string[]> {
  const files = await readdir(join(root, 'api/engine/migrations'));
  return files.flatMap((each) => /^(\d{4}-.*)\.ts$/.exec(each)?.[1] ?? []).toSorted();
}

export interface WrittenFile {
  path: string;
  text: string;
}

/** Writes all files atomically: temporary files first, then renames, so that nothing is written if one fails. */
export async function writeFilesAtomically(files: readonly WrittenFile[]): Promise<void> {
  for (const { path, text } of files) await writeFile(`${path}.new`, text);
  for (const { path } of files) await rename(`${path}.new`, path);
}

const indented = (lines: string[]) => lines.map((line) => `  ${line}`);
