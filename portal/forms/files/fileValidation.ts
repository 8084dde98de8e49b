import { sizeInWords } from '#schemas/texts/size-in-words.ts';

/** The file types that a file input accepts. */
export interface AcceptedFileTypes {
  /** The value of the input's `accept` attribute: `.csv,text/csv`. */
  types: string;
  /** The same as display text: 'a CSV file'. */
  words: string;
}

/** Image types that every browser can show. */
export const imageTypes: AcceptedFileTypes = {
  types: 'image/avif,image/gif,image/jpeg,image/png,image/webp',
  words: 'an image (JPEG, PNG, GIF, WebP or AVIF)',
};

/** The error for a file of another type; undefined if it is accepted. The server decides on files of unknown type. */
export function fileTypeError({ name, type }: Pick<File, 'name' | 'type'>, accepted: AcceptedFileTypes | undefined) {
  if (!accepted) return undefined;
  const isAccepted = accepted.types
    .split(',')
    .some((each) => (each.startsWith('.') ? name.toLowerCase().endsWith(each) : type === each));
  const isUnknown = type === '' && !accepted.types.includes('.');
  return isAccepted || isUnknown ? undefined : `This file type isn't accepted. Choose ${accepted.words}.`;
}

/** The error for an empty or too large file; undefined if its size is accepted. */
export function fileSizeError({ size }: Pick<File, 'size'>, limit: number): string | undefined {
  if (size === 0) return 'The file is empty';
  if (size <= limit) return undefined;
  return `This file is too large (${sizeInWords(size)}). The limit is ${sizeInWords(limit)}.`;
}
