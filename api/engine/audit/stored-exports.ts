import type { AuditExport } from '#schemas/generated/types.ts';
import { fileStore } from '../../platform/files/file-stores.ts';
import { storeOf } from '../store/store.ts';
import { type ChainLink, chainStart } from './chain.ts';
import { endOf, isSigned, verifyExportBytes } from './export-file.ts';

/** The part of the audit log that is in exports: its end, from which the database continues, and the time of its last entry. */
export interface ExportedLog {
  end: ChainLink;
  until: string | null;
}

/** The newest export; undefined if there is none. */
export async function newestExport(): Promise<AuditExport | undefined> {
  const [newest] = await storeOf('AuditExport').find({ sort: ['-firstSequence'], limit: 1 });
  return newest;
}

/** All exports in the order of the chain. */
export async function* storedExports(): AsyncGenerator<AuditExport> {
  for await (const batch of storeOf('AuditExport').batches({ sort: ['firstSequence'] }, 100)) yield* batch;
}

/** Reads the file of an export. Throws if it does not exist, or while it is unavailable. */
export async function* readExport({ file }: AuditExport): AsyncGenerator<Buffer> {
  const stored = await storeOf('File').findOne({ _id: file });
  const [place] = stored?.storage ?? [];
  if (!stored || !place) throw new Error('its file is missing');
  yield* fileStore(place.type).get(place.location, { start: 0, end: stored.size });
}

/**
 * Verifies all exports: that they form one chain from the first entry on, and each file from its first to its last byte.
 * `known` is a head noted elsewhere that must be in the chain.
 */
export async function verifyStoredExports(
  known?: ChainLink,
): Promise<{ fault: string } | (ExportedLog & { fault?: never })> {
  let end = chainStart;
  let until: string | null = null;
  for await (const stored of storedExports()) {
    const fault = placeFault(stored, end) ?? (await faultInStoredExport(stored, known));
    if (fault) return { fault };
    end = endOf(stored);
    until = stored.until;
  }
  return { end, until };
}

const nameOf = ({ firstSequence, lastSequence }: AuditExport) =>
  `The export of entries ${firstSequence} to ${lastSequence}`;

function placeFault(stored: AuditExport, end: ChainLink): string | undefined {
  const { firstSequence, previousHash } = stored;
  if (!isSigned(stored)) return `${nameOf(stored)} is not signed with the current SECRET_KEY`;
  if (firstSequence !== end.sequence + 1)
    return `The export of entries ${end.sequence + 1} to ${firstSequence - 1} is missing`;
  return previousHash === end.hash ? undefined : `${nameOf(stored)} does not follow entry ${end.sequence}`;
}

/** Reads and verifies the file of an export. Returns the first fault. */
export async function faultInStoredExport(stored: AuditExport, known?: ChainLink): Promise<string | undefined> {
  let mismatch: string | undefined;
  const onEntry = ({ sequence, hash }: ChainLink) => {
    if (known?.sequence === sequence && known.hash !== hash)
      mismatch = `Entry ${sequence} no longer has the hash ${known.hash}`;
  };
  try {
    const { fault, summary } = await verifyExportBytes(readExport(stored), onEntry);
    if (fault !== undefined) return `${nameOf(stored)} is not intact. ${fault}`;
    return summary.signature === stored.signature ? mismatch : `${nameOf(stored)} has the file of another one`;
  } catch (error) {
    return `${nameOf(stored)} cannot be read: ${error instanceof Error ? error.message : String(error)}`;
  }
}
