import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type Config, loadConfig } from '../../platform/config/config.ts';
import { openDatabase } from '../../platform/database/open.ts';
import { openFileStores } from '../../platform/files/file-stores.ts';
import { openShutdown, type Shutdown } from '../../platform/process/shutdown.ts';
import { StartFailure } from '../../platform/process/start-failure.ts';
import { type ChainLink, setAuditKeys } from './chain.ts';
import { exportName, verifyExportBytes } from './export-file.ts';
import { readExport, storedExports } from './stored-exports.ts';
import { verifyAuditLog } from './verify.ts';

const usage = `Usage: npm run audit -- verify [NUMBER HASH]
       npm run audit -- verify FILE
       npm run audit -- export FOLDER

verify verifies the audit log in the database and in its exports. NUMBER and HASH are a head that was printed earlier.
With a FILE it verifies this export, without a database.
export copies the exports to a folder, except for those that are there.`;

const print = (line: string) => process.stdout.write(`${line}\n`);

/** `npm run audit`: verifies and copies the audit log. Safe to run while the application is running. */
async function main(): Promise<void> {
  const closing = openShutdown('command');
  try {
    const work = commandOf(process.argv.slice(2));
    const config = loadConfig();
    setAuditKeys(config.secretKeys);
    await work(config, closing);
    await closing.end();
  } catch (error) {
    await closing.fail(error);
  }
}

type Command = (config: Config, closing: Shutdown) => Promise<void>;

function commandOf([command, first, second, ...rest]: string[]): Command {
  if (rest.length > 0) throw new StartFailure(usage);
  if (command === 'export' && first !== undefined && second === undefined) return copyExports(first);
  if (command !== 'verify') throw new StartFailure(usage);
  if (first === undefined) return verifyLog(undefined);
  if (second === undefined) return verifyFile(first);
  if (!/^[1-9][0-9]{0,14}$/.test(first)) throw new StartFailure(usage);
  return verifyLog({ sequence: Number(first), hash: second });
}

/** Connects to the database and its file stores. Returns the name of the database. */
async function connect(config: Config, closing: Shutdown): Promise<string> {
  openFileStores(config);
  return await openDatabase({ config, closing });
}

const verifyLog =
  (known: ChainLink | undefined): Command =>
  async (config, closing) => {
    const name = await connect(config, closing);
    const verdict = await verifyAuditLog(known);
    if (verdict.fault !== undefined)
      throw new StartFailure(`The audit log in ${name} is not intact. ${verdict.fault}.`);
    const { head, exported, until, late, outOfOrder } = verdict;
    print(`The audit log is intact: ${head.sequence} entries${until ? `, until ${until}` : ''}.`);
    if (exported.sequence > 0) print(`Entries 1 to ${exported.sequence} are in exports, which are intact, too.`);
    if (late > 0)
      print(`${late} entries have been waiting to be sealed for more than a minute. Is the application running?`);
    for (const entry of outOfOrder) print(`A timestamp is out of order: ${entry}.`);
    if (head.sequence > 0) print(`Its head, to be stored elsewhere: ${head.sequence} ${head.hash}`);
  };

const verifyFile =
  (file: string): Command =>
  async () => {
    const { fault, summary } = await verifyExportBytes(createReadStream(file)).catch((error: unknown) => {
      throw new StartFailure(`${file} cannot be read: ${error instanceof Error ? error.message : error}`);
    });
    if (fault !== undefined) throw new StartFailure(`${file} is not intact. ${fault}.`);
    const { firstSequence, lastSequence, from, until, previousHash, lastHash } = summary;
    print(`${file} is intact: entries ${firstSequence} to ${lastSequence}, from ${from} until ${until}.`);
    print(`It follows the hash ${previousHash || 'of nothing, as the first one'} and ends with ${lastHash}`);
  };

const copyExports =
  (folder: string): Command =>
  async (config, closing) => {
    await connect(config, closing);
    await mkdir(folder, { recursive: true });
    let [copied, present] = [0, 0];
    for await (const stored of storedExports()) {
      const name = exportName(stored);
      const target = join(folder, name);
      if (await stat(target).catch(() => undefined)) {
        present += 1;
        continue;
      }
      const partial = `${target}.partial`;
      await pipeline(Readable.from(readExport(stored)), createWriteStream(partial));
      const { fault, summary } = await verifyExportBytes(createReadStream(partial));
      if (fault !== undefined || summary.signature !== stored.signature) {
        await rm(partial);
        throw new StartFailure(`The export ${name} is not intact. ${fault ?? 'Its file is another one'}.`);
      }
      await rename(partial, target);
      copied += 1;
    }
    print(`${copied} exports copied to ${folder}, ${present} were there.`);
  };

await main();
