import { copyFile, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { MongoBinary } from 'mongodb-memory-server-core';
import { ResolveConfigVariables, setDefaultValue } from 'mongodb-memory-server-core/lib/util/resolveConfig.js';

/**
 * Child process of `fetchOfficial`: downloads mongod VERSION, verifies its published checksum and puts it at
 * FOLDER/program/mongod. Prints progress; exits with the reason on stderr.
 */
async function main([folder, version]: string[]): Promise<void> {
  if (folder === undefined || version === undefined) throw new Error('usage: official-download FOLDER VERSION');
  // No retries; the caller decides whether to try again.
  setDefaultValue(ResolveConfigVariables.MAX_RETRIES, '1');
  const downloadDir = join(folder, 'archive');
  await mkdir(downloadDir, { recursive: true });
  const path = await MongoBinary.getPath({ version, downloadDir, checkMD5: true });
  await mkdir(join(folder, 'program'));
  await copyFile(path, join(folder, 'program', 'mongod'));
}

// Exit when the parent process has ended.
process.once('disconnect', () => process.exit(1));

try {
  await main(process.argv.slice(2));
  process.exit(0);
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
}
