import { fileTypeFromBuffer } from 'file-type';
import { extensionOf } from './file-name.ts';

/** Number of leading bytes needed to detect a type. */
export const sniffLength = 65_536;

interface FileHead {
  /** The beginning of the bytes, at most `sniffLength` bytes. */
  head: Buffer;
  /** The sanitized name. */
  name: string;
}

/**
 * Detects the MIME type of a file (design 8): content sniffing first; the extension decides only between types that the
 * bytes cannot tell apart. An HTML page named like an image is detected as HTML.
 */
export async function mimeTypeOf({ head, name }: FileHead): Promise<string> {
  const extension = extensionOf(name);
  const found = (await fileTypeFromBuffer(head))?.mime;
  if (isText(head)) return markupOf(head, extension) ?? textTypeOf(found) ?? textTypes.get(extension) ?? 'text/plain';
  if (found === undefined) return 'application/octet-stream';
  return containers.get(found)?.get(extension) ?? found;
}

/**
 * Only text types count, because two letters at the start of a text may look like the magic number of an image or a
 * sound.
 */
const textTypeOf = (found: string | undefined) =>
  found && /^(text\/|application\/(pdf|rtf|postscript|xml|x-mspublisher))/.test(found) ? found : undefined;

/** Text contains no control characters except whitespace, whatever the encoding. */
function isText(head: Buffer): boolean {
  return head.every((byte) => byte >= 0x20 || byte === 0x09 || byte === 0x0a || byte === 0x0c || byte === 0x0d);
}

/** Detects HTML and SVG by content, whatever the name, because they can contain scripts. */
function markupOf(head: Buffer, extension: string): string | undefined {
  const text = head
    .toString('utf8')
    .replace(/^\ufeff/, '')
    .trimStart();
  if (!text.startsWith('<')) return undefined;
  if (/<svg[\s>]/i.test(text)) return 'image/svg+xml';
  if (/<(!doctype\s+html|html|head|body|script)[\s>]/i.test(text) || extension.startsWith('htm')) return 'text/html';
  return undefined;
}

const textTypes = new Map([
  ['csv', 'text/csv'],
  ['tsv', 'text/tab-separated-values'],
  ['htm', 'text/html'],
  ['html', 'text/html'],
  ['md', 'text/markdown'],
  ['json', 'application/json'],
  ['xml', 'application/xml'],
]);

const office = 'application/vnd.openxmlformats-officedocument';

/** Formats that are containers by their bytes; their own signature may be far from the beginning. */
const containers = new Map([
  [
    'application/zip',
    new Map([
      ['docx', `${office}.wordprocessingml.document`],
      ['xlsx', `${office}.spreadsheetml.sheet`],
      ['pptx', `${office}.presentationml.presentation`],
      ['odt', 'application/vnd.oasis.opendocument.text'],
      ['ods', 'application/vnd.oasis.opendocument.spreadsheet'],
      ['odp', 'application/vnd.oasis.opendocument.presentation'],
    ]),
  ],
  [
    'application/x-cfb',
    new Map([
      ['doc', 'application/msword'],
      ['xls', 'application/vnd.ms-excel'],
      ['ppt', 'application/vnd.ms-powerpoint'],
      ['msg', 'application/vnd.ms-outlook'],
    ]),
  ],
]);
