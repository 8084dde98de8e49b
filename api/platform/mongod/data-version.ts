import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { StartFailure } from '../process/start-failure.ts';

const fileName = 'portal-version.json';

/**
 * Returns the mongod version that last wrote this data folder, or undefined if it is new. Throws a StartFailure if the
 * file with it is damaged.
 */
export function dataVersion(dataFolder: string): string | undefined {
  const file = join(dataFolder, fileName);
  if (!existsSync(file)) return undefined;
  const version = parseVersion(readFileSync(file, 'utf8'));
  if (version !== undefined) return version;
  throw new StartFailure(
    `${file} is damaged. It should name the MongoDB version that wrote the data, such as {"mongod": "8.0.4"}; mongod.log has ` +
      'it ("Build Info"). Correct the file, or restore a backup into another DATA_DIR.',
  );
}

function parseVersion(text: string): string | undefined {
  try {
    const version: unknown = JSON.parse(text)?.mongod;
    return typeof version === 'string' ? version : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Returns why a data folder must not be opened, or undefined: if its main files are missing, mongod would treat it as
 * empty and overwrite the rest.
 */
export function missingDataFiles(dataFolder: string): string | undefined {
  if (dataVersion(dataFolder) === undefined) return undefined;
  const files = ['WiredTiger', 'WiredTiger.wt', '_mdb_catalog.wt'];
  const missing = files.filter((file) => !existsSync(join(dataFolder, file)));
  if (missing.length === 0) return undefined;
  return `${missing.join(', ')} ${missing.length === 1 ? 'is' : 'are'} missing`;
}

/** Records the mongod version that wrote here; stored with the data, so that it moves with it. */
export function recordDataVersion(dataFolder: string, version: string): void {
  if (dataVersion(dataFolder) !== version) {
    writeFileSync(join(dataFolder, fileName), `${JSON.stringify({ mongod: version })}\n`);
  }
}

/**
 * Returns why a mongod version must not open the data, or undefined: an older version would corrupt newer data, and
 * MongoDB upgrades one major version at a time.
 */
export function versionConflict(version: string, data: string | undefined): string | undefined {
  if (data === undefined) return undefined;
  const [major, minor] = numbers(version);
  const [dataMajor, dataMinor] = numbers(data);
  if (major < dataMajor || (major === dataMajor && minor < dataMinor)) {
    return `MongoDB ${version} is older than the data, which was written by ${data}`;
  }
  if (major > dataMajor + 1) {
    return `MongoDB ${version} cannot open data of ${data}: each major version in between must open it once`;
  }
  return undefined;
}

function numbers(version: string): [number, number] {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  return [major, minor];
}
