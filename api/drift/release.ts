import { readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { allSchemas } from '#schemas/generate/resources.ts';
import { compare } from '#schemas/released/compare.ts';
import type { Comparison } from '#schemas/released/decisions.ts';
import { inWords, isNeeded } from '#schemas/released/plan.ts';
import { type Released, releasedOf, releasedText } from '#schemas/released/released.ts';

const file = 'schemas/released/schemas.json';
const remedy = 'Run: npm run generate -- --migration NAME';

/** The project's schemas as they were last released, and as they are. */
export interface Release extends Comparison {
  /** The product's version, and the one that was noted. */
  version: string;
  noted: string;
}

/** Reads both. Throws an Error where a schema breaks the vocabulary, or nothing was noted yet. */
export async function readRelease(root: string): Promise<Release> {
  const [released, current] = [await readReleased(root), await currentRelease(root)];
  return { before: released.resources, after: current.resources, version: current.version, noted: released.version };
}

async function currentRelease(root: string): Promise<Released> {
  const { version }: { version: string } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'));
  return { version, resources: releasedOf(await allSchemas(join(root, 'schemas'))) };
}

async function readReleased(root: string): Promise<Released> {
  try {
    return JSON.parse(await readFile(join(root, file), 'utf8'));
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT')
      throw new Error(`${file} is not there, so nothing can be compared. Restore it from the repository.`);
    throw error;
  }
}

/** What of the schemas stored records may not fit, and whether this version was noted: a line each, with what to do. */
export function releaseDrift({ before, after, version, noted }: Release): string[] {
  const changes = compare(before, after).filter(isNeeded).map(inWords);
  if (changes.length > 0) return ['Stored records may not fit the schemas any more:', ...indented(changes), remedy];
  if (version === noted) return [];
  return [`${file} is of ${noted}, and this is ${version}.`, 'Run: npm run generate -- --released'];
}

/**
 * Notes the schemas as they are. Throws an Error where stored records may not fit them, unless `by` is the migration, written by hand,
 * that has them fit. Answers what was done.
 */
export async function noteRelease({ root, by }: { root: string; by?: string }): Promise<string> {
  const release = await readRelease(root);
  const needed = compare(release.before, release.after).filter(isNeeded).map(inWords);
  const names = await migrationNames(root);
  if (by !== undefined && !names.includes(by))
    throw new Error(`--by ${by}: there is no such migration. The last one is ${names.at(-1)}.`);
  if (by === undefined && needed.length > 0)
    throw new Error(
      ['Stored records may not fit the schemas as they are:', ...indented(needed), remedy].join('\n') +
        '\nOr, where a migration that was written by hand does it: npm run generate -- --released --by ITS-NAME',
    );
  await writeWhole([releasedFile(root, release)]);
  return `${file} notes the schemas of ${release.version}.`;
}

/** The file that notes the schemas as they are. */
export const releasedFile = (root: string, { version, after }: Release): WrittenFile => ({
  path: join(root, file),
  text: releasedText({ version, resources: after }),
});

/** The names of all migrations, in their order. */
export async function migrationNames(root: string): Promise<string[]> {
  const files = await readdir(join(root, 'api/migrations'));
  return files.flatMap((each) => /^(\d{4}-.*)\.ts$/.exec(each)?.[1] ?? []).toSorted();
}

export interface WrittenFile {
  path: string;
  text: string;
}

/** Writes files so that none is there half, and none at all where one can not be written. */
export async function writeWhole(files: readonly WrittenFile[]): Promise<void> {
  for (const { path, text } of files) await writeFile(`${path}.new`, text);
  for (const { path } of files) await rename(`${path}.new`, path);
}

const indented = (lines: string[]) => lines.map((line) => `  ${line}`);
