import { sizeInWords } from '#schemas/texts/size-in-words.ts';

/** What files a place takes. */
export interface Accepted {
  /** As the `accept` attribute of an input has it: `.csv,text/csv`. */
  types: string;
  /** The same for people: 'A CSV file'. */
  words: string;
}

/** Pictures that every browser shows. */
export const pictures: Accepted = {
  types: 'image/avif,image/gif,image/jpeg,image/png,image/webp',
  words: 'a picture: JPEG, PNG, GIF, WebP or AVIF',
};

/** Why a file of this type is not taken, and what is; nothing where it is. A file whose type is unknown is left to the server. */
export function typeRefusal({ name, type }: Pick<File, 'name' | 'type'>, accepted: Accepted | undefined) {
  if (!accepted) return undefined;
  const isTaken = accepted.types
    .split(',')
    .some((each) => (each.startsWith('.') ? name.toLowerCase().endsWith(each) : type === each));
  const isUnknown = type === '' && !accepted.types.includes('.');
  return isTaken || isUnknown ? undefined : `This file is of another type. Choose ${accepted.words}.`;
}

/** Why a file of this size is not taken, and what is; nothing where it is. */
export function sizeRefusal({ size }: Pick<File, 'size'>, limit: number): string | undefined {
  if (size === 0) return 'The file is empty';
  if (size <= limit) return undefined;
  return `This file is too large (${sizeInWords(size)}). At most ${sizeInWords(limit)} may be sent.`;
}
