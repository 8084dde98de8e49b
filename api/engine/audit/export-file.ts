import { createHash } from 'node:crypto';
import type { mongo } from 'mongoose';
import { isRecord } from '#schemas/forms/is-record.ts';
import type { AuditExport } from '#schemas/generated/types.ts';
import { type ChainLink, faultInEntry, isKeyedHash, keyedHash } from './chain.ts';

// The format of an export: JSON Lines with a header, one entry per line, and a last line that describes and signs them.

const signed = [
  ...(['from', 'until', 'entries', 'firstSequence', 'lastSequence'] as const),
  ...(['previousHash', 'lastHash', 'digest', 'key'] as const),
];

/** The description of an export, which its last line and its record in the database repeat. */
export type ExportSummary = Pick<AuditExport, (typeof signed)[number]>;

/** A signed description of an export. */
export type SignedExport = ExportSummary & Pick<AuditExport, 'signature'>;

const summaryText = (summary: ExportSummary): string => JSON.stringify(signed.map((name) => [name, summary[name]]));

/** The signature of an export, which proves that the application has written it. */
const exportSignature = (summary: ExportSummary): string => keyedHash('chain', signedText(summary));

const signedText = (summary: ExportSummary): string => `export ${summaryText(summary)}`;

/** Whether the description of an export is as the application signed it. */
export const isSigned = (summary: SignedExport): boolean =>
  isKeyedHash('chain', signedText(summary), summary.signature);

/** The end of an export in the hash chain. */
export const endOf = ({ lastSequence, lastHash }: ExportSummary): ChainLink => ({
  sequence: lastSequence,
  hash: lastHash,
});

const padded = (sequence: number) => String(sequence).padStart(9, '0');

/** The file name of an export. */
export const exportName = ({ firstSequence, lastSequence }: ExportSummary): string =>
  `audit-log-${padded(firstSequence)}-${padded(lastSequence)}.jsonl`;

const lineOf = (content: object): Buffer => Buffer.from(`${JSON.stringify(content)}\n`);

const headerOf = ({ sequence, hash }: ChainLink, key: string): Buffer =>
  lineOf({ auditExport: 1, firstSequence: sequence + 1, previousHash: hash, key });

const trailerOf = (summary: SignedExport): Buffer =>
  lineOf(Object.fromEntries([...signed, 'signature' as const].map((name) => [name, summary[name]])));

/** Bytes that are collected before they are passed on. */
const chunkSize = 64 * 1_024;

interface ExportSource {
  /** The link that the first entry follows. */
  after: ChainLink;
  /** Sealed entries in the order of the chain, at least one. */
  entries: AsyncIterable<mongo.Document>;
  /** Fingerprint of the SECRET_KEY. */
  key: string;
}

/**
 * Writes entries as the chunks of an export, and returns its description. Throws for an entry that does not continue the
 * chain: an export never hides a fault of the log.
 */
export async function* exportChunks({ after, entries, key }: ExportSource): AsyncGenerator<Buffer, SignedExport> {
  const digest = createHash('sha256');
  let chunk: Buffer[] = [headerOf(after, key)];
  let size = 0;
  let last = after;
  let from: Date | undefined;
  let until = new Date(0);
  const flush = () => {
    const bytes = Buffer.concat(chunk);
    digest.update(bytes);
    [chunk, size] = [[], 0];
    return bytes;
  };
  for await (const entry of entries) {
    const fault = faultInEntry(entry, last);
    if (fault) throw new Error(`The audit log is not intact and cannot be exported. ${fault}`);
    last = { sequence: entry.sequence, hash: entry.hash };
    until = entry.createdAt;
    from ??= until;
    const line = lineOf(entry);
    chunk.push(line);
    size += line.length;
    if (size >= chunkSize) yield flush();
  }
  if (!from) throw new Error('There are no entries to export');
  yield flush();
  const summary = {
    from: from.toISOString(),
    until: until.toISOString(),
    entries: last.sequence - after.sequence,
    firstSequence: after.sequence + 1,
    lastSequence: last.sequence,
    previousHash: after.hash,
    lastHash: last.hash,
    digest: digest.digest('base64url'),
    key,
  };
  const result = { ...summary, signature: exportSignature(summary) };
  yield trailerOf(result);
  return result;
}

/** The result of reading an export: the first fault, or what it describes. */
export type ExportVerification = { fault: string; summary?: never } | { fault?: never; summary: SignedExport };

/**
 * Verifies the bytes of an export: each entry by its hash and its place in the chain, all bytes by the signature at the
 * end. Needs no database. `onEntry` is called with the link of each valid entry.
 */
export async function verifyExportBytes(
  bytes: AsyncIterable<Uint8Array>,
  onEntry: (link: ChainLink) => void = () => undefined,
): Promise<ExportVerification> {
  const digest = createHash('sha256');
  let last: ChainLink | undefined;
  let first: ChainLink | undefined;
  let summary: SignedExport | undefined;
  for await (const line of linesOf(bytes)) {
    const content = parse(line);
    if (summary) return { fault: 'The export continues after its last line' };
    if (!last) {
      const { firstSequence, previousHash, key } = content;
      if (typeof firstSequence !== 'number' || typeof previousHash !== 'string' || typeof key !== 'string')
        return { fault: 'The export has no header' };
      last = { sequence: firstSequence - 1, hash: previousHash };
      first = last;
      if (!line.equals(headerOf(last, key))) return { fault: 'The header of the export was changed' };
    } else if ('signature' in content) {
      summary = asSummary(content);
      if (!summary || !line.equals(trailerOf(summary))) return { fault: 'The last line of the export was changed' };
      continue;
    } else {
      if (typeof content.sequence !== 'number')
        return { fault: `Entry ${last.sequence + 1} cannot be read in the export` };
      const fault = faultInEntry(content, last);
      if (fault) return { fault: `${fault} in the export` };
      last = { sequence: content.sequence, hash: String(content.hash) };
      onEntry(last);
    }
    digest.update(line);
  }
  if (!first || !last) return { fault: 'The export is empty' };
  if (!summary) return { fault: `The export ends after entry ${last.sequence}, without its last line` };
  if (!isSigned(summary))
    return { fault: `The export is not signed with the current SECRET_KEY (fingerprint of its key: ${summary.key})` };
  if (summary.lastSequence !== last.sequence)
    return { fault: `Entries ${last.sequence + 1} to ${summary.lastSequence} were removed from the export` };
  if (summary.firstSequence !== first.sequence + 1) return { fault: 'The header of the export was changed' };
  if (summary.digest !== digest.digest('base64url')) return { fault: 'Bytes of the export were changed' };
  return { summary };
}

/** Longest line; an entry has a few thousand bytes. */
const longestLine = 4 * 1_024 * 1_024;

/** Splits bytes into lines that include their line feed; the last one may have none. Cuts lines that are too long. */
async function* linesOf(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  let rest: Buffer = Buffer.alloc(0);
  for await (const chunk of bytes) {
    rest = Buffer.concat([rest, chunk]);
    let start = 0;
    for (let end = rest.indexOf(10); end >= 0; end = rest.indexOf(10, start)) {
      yield rest.subarray(start, end + 1);
      start = end + 1;
    }
    rest = rest.subarray(start);
    if (rest.length > longestLine) break;
  }
  if (rest.length > 0) yield rest;
}

/** Parses a line; an empty object for one that is no JSON object. */
function parse(line: Buffer): mongo.Document {
  try {
    const value: unknown = JSON.parse(line.toString());
    return isRecord(value) ? value : {};
  } catch {
    return {};
  }
}

function asSummary(content: mongo.Document): SignedExport | undefined {
  const { from, until, entries, firstSequence, lastSequence, previousHash, lastHash, digest, key, signature } = content;
  const numbers = [entries, firstSequence, lastSequence];
  const texts = [from, until, previousHash, lastHash, digest, key, signature];
  const isValid = numbers.every(Number.isInteger) && texts.every((text) => typeof text === 'string');
  return isValid
    ? { from, until, entries, firstSequence, lastSequence, previousHash, lastHash, digest, key, signature }
    : undefined;
}
