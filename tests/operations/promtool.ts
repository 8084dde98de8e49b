import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { cacheFolder } from '#api/platform/config/config.ts';
import { runCommand } from '#tests/runner/command.ts';
import { onPath, runInstallAttempts } from '#tests/runner/install.ts';

/**
 * The path of promtool: on PATH, else from Debian's package `prometheus`, which is unpacked into the user's cache. It is
 * not installed, because its service would start, and so it needs no root. Throws where neither works.
 */
export async function findOrFetchPromtool(): Promise<string> {
  const cache = cacheFolder();
  const cached = join(cache, 'promtool');
  const found = onPath('promtool') ?? (existsSync(cached) ? cached : undefined);
  if (found !== undefined) return found;
  await mkdir(cache, { recursive: true });
  const folder = await mkdtemp(join(cache, 'prometheus-'));
  try {
    const why = 'promtool checks the alerts';
    const download = {
      ...{ why, program: 'sh', limit: 120, isLast: true },
      args: ['-c', 'cd "$1" && apt-get download prometheus', 'sh', folder],
    };
    const update = { why, program: 'apt-get', args: ['update'], limit: 60 };
    await runInstallAttempts([download, update, download]);
    const [archive] = (await readdir(folder)).filter((name) => name.endsWith('.deb'));
    if (archive === undefined) throw new Error('promtool is missing: put it on PATH (it is part of Prometheus)');
    const unpacked = await runCommand({
      program: 'dpkg-deb',
      args: ['-x', join(folder, archive), folder],
      limit: 60,
    });
    if (!unpacked.isOk) throw new Error(unpacked.output);
    // Moved into place as a whole, so that an interrupted run leaves nothing incomplete.
    await rename(join(folder, 'usr/bin/promtool'), cached);
    return cached;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
