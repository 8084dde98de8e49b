import { fileTypeFromBuffer } from 'file-type';
import { extensionOf } from './file-name.ts';

/** So many bytes of its beginning tell what a file is. */
export const headLength = 65_536;

interface Seen {
  /** The beginning of the bytes, `headLength` at most. */
  head: Buffer;
  /** The cleaned name. */
  name: string;
}

/**
 * What a file is (design 8): told by its bytes; by its extension only where bytes do not tell, among types of the very
 * same kind. A page that calls itself a picture is a page.
 */
export async function mimeTypeOf({ head, name }: Seen): Promise<string> {
  const extension = extensionOf(name);
  const found = (await fileTypeFromBuffer(head))?.mime;
  if (isText(head)) return markupOf(head, extension) ?? writtenType(found) ?? textTypes.get(extension) ?? 'text/plain';
  if (found === undefined) return 'application/octet-stream';
  return containers.get(found)?.get(extension) ?? found;
}

/** Two letters at the start of a text look like a picture's or a sound's mark: only types of texts count. */
const writtenType = (found: string | undefined) =>
  found && /^(text\/|application\/(pdf|rtf|postscript|xml|x-mspublisher))/.test(found) ? found : undefined;

/** No control characters but those of lines; whatever the encoding. */
function isText(head: Buffer): boolean {
  return head.every((byte) => byte >= 0x20 || byte === 0x09 || byte === 0x0a || byte === 0x0c || byte === 0x0d);
}

/** Pages and drawings can hold scripts, so that they are known by what they hold, whatever they are called. */
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

/** Formats that are a container to the bytes; their own mark may stand far from the beginning. */
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
