import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { cacheFolder } from '#api/platform/config/config.ts';

/** The supported Node versions, as packages of npm's registry. */
export const nodeVersions = ['20.19.0', '22', '24'] as const;

/** The Node binary of a version, downloaded from npm's registry unless cached. */
export async function nodeOf(version: string): Promise<string> {
  const name = `node-${process.platform}-${process.arch}`;
  const folder = join(cacheFolder(process.env), 'nodes', version);
  const program = join(folder, 'node_modules', name, 'bin', 'node');
  if (existsSync(program)) return program;
  await mkdir(folder, { recursive: true });
  execFileSync('npm', ['install', '--no-save', '--no-package-lock', '--prefix', folder, `${name}@${version}`]);
  return program;
}
