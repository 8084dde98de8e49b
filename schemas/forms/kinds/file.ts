import { isRecord } from '../is-record.ts';
import { isNothing, type ValueKind } from './kind.ts';

/** What a form keeps of an uploaded file (design 7); the bytes are the API's. */
export interface FileValue {
  id: string;
  name: string;
  mimeType: string;
}

/** A file as far as it is known: the name at least. */
export type KnownFile = Partial<FileValue> & Pick<FileValue, 'name'>;

/** One file. A file needs a name (spec 5); anything else is none. */
export const file: ValueKind<'file_input'> = {
  holds: 'value',
  scriptType: { record: { id: 'text', name: 'text', mimeType: 'text' } },
  isAbsent: isNothing,
  normal: fileOf,
  isMissing: (value) => fileOf(value) === undefined,
  misfits: (value) =>
    fileOf(value) === undefined || isUploaded(value) ? [] : ['This file was not uploaded: choose it again'],
};

/** Any number of files. */
export const files: ValueKind<'multiple_file_input'> = {
  holds: 'value',
  scriptType: { list: { record: { id: 'text', name: 'text', mimeType: 'text' } } },
  isAbsent: isNothing,
  normal: filesOf,
  isMissing: (value) => filesOf(value).length === 0,
  misfits: (value) =>
    filesOf(value)
      .filter((each) => !isUploaded(each))
      .map(({ name }) => `The file ${name} was not uploaded: choose it again`),
};

/** The files in the value of a file widget, as far as it is one. */
export function filesOf(value: unknown): KnownFile[] {
  return Array.isArray(value) ? value.map(fileOf).filter((each) => each !== undefined) : [];
}

/** Only what belongs to a file is kept, so that nothing else travels with it. */
export function fileOf(value: unknown): KnownFile | undefined {
  if (!isRecord(value) || typeof value.name !== 'string' || value.name.trim() === '') return undefined;
  const { id, name, mimeType } = value;
  return { ...(typeof id === 'string' && { id }), name, ...(typeof mimeType === 'string' && { mimeType }) };
}

/** Whether it names a file of the API's: by an id, and by what it holds. */
export function isUploaded(value: unknown): value is FileValue {
  if (!isRecord(value)) return false;
  const { id, name, mimeType } = value;
  return (
    typeof id === 'string' && /^[0-9a-f]{24}$/.test(id) && typeof name === 'string' && typeof mimeType === 'string'
  );
}
