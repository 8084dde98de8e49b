import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const fileName = 'portal-version.json';

/** The version of mongod that last wrote the data in this folder, or nothing where there are none yet. */
export function dataVersion(dataFolder: string): string | undefined {
  const file = join(dataFolder, fileName);
  if (!existsSync(file)) return undefined;
  const version: unknown = JSON.parse(readFileSync(file, 'utf8'))?.mongod;
  return typeof version === 'string' ? version : undefined;
}

/**
 * Why this folder must not be opened although a mongod would: one that lost its main files is taken for an empty one,
 * and what is left in it would be written over.
 */
export function whyIncomplete(dataFolder: string): string | undefined {
  if (dataVersion(dataFolder) === undefined) return undefined;
  const lost = ['WiredTiger', 'WiredTiger.wt', '_mdb_catalog.wt'].filter((file) => !existsSync(join(dataFolder, file)));
  return lost.length === 0 ? undefined : `${lost.join(', ')} ${lost.length === 1 ? 'is' : 'are'} missing in it`;
}

/** Notes that this version has written here. It lies among the data so that it moves with them. */
export function recordDataVersion(dataFolder: string, version: string): void {
  if (dataVersion(dataFolder) !== version) {
    writeFileSync(join(dataFolder, fileName), `${JSON.stringify({ mongod: version })}\n`);
  }
}

/**
 * Why a mongod of this version must not open those data, or nothing when it may: an older one would harm what it does
 * not know, and MongoDB goes up one major version at a time.
 */
export function whyUnfit(version: string, data: string | undefined): string | undefined {
  if (data === undefined) return undefined;
  const [major, minor] = numbers(version);
  const [dataMajor, dataMinor] = numbers(data);
  if (major < dataMajor || (major === dataMajor && minor < dataMinor)) {
    return `MongoDB ${version} is older than the data, which ${data} wrote`;
  }
  if (major > dataMajor + 1) {
    return `MongoDB ${version} does not open data of ${data}: each major version in between must open them once`;
  }
  return undefined;
}

function numbers(version: string): [number, number] {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  return [major, minor];
}
