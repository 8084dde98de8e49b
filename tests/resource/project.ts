import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { runCommand } from '#tests/runner/command.ts';

export type Project = {
  folder: string;
  /** Runs one of the project's scripts and returns its output. Throws with its output when it fails. */
  run(script: string): Promise<string>;
  remove(): Promise<void>;
};

/** All sources that the product is built from; the packages are shared with ours. */
const parts = ['schemas', 'grammar', 'api', 'portal', 'admin', 'package.json', 'package-lock.json', 'tsconfig.json'];

/**
 * Makes a copy of this project with more schemas: `schemas` by file name, and `edits` that rewrite files by path.
 * Generated files are not copied.
 */
export async function copyProject(
  schemas: Record<string, object>,
  edits: Record<string, (text: string) => string> = {},
): Promise<Project> {
  const folder = await mkdtemp(join(tmpdir(), 'portal-project-'));
  const isWritten = (path: string) => !/\/generated$/.test(path);
  for (const part of parts) await cp(part, join(folder, part), { recursive: true, filter: isWritten });
  await symlink(resolve('node_modules'), join(folder, 'node_modules'));
  for (const [file, schema] of Object.entries(schemas)) {
    await writeFile(join(folder, 'schemas', file), JSON.stringify(schema, null, 2));
  }
  for (const [path, edit] of Object.entries(edits)) {
    const file = join(folder, path);
    const before = await readFile(file, 'utf8');
    const after = edit(before);
    if (after === before) throw new Error(`${path} has not what a test of another property edits`);
    await writeFile(file, after);
  }
  return {
    folder,
    run: async (script) => {
      const { isOk, output } = await runCommand({
        program: 'npm',
        args: ['--prefix', folder, 'run', script],
        limit: 180,
      });
      if (!isOk) throw new Error(`npm run ${script} failed:\n${output}`);
      return output;
    },
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}
