import { isRecord } from '../is-record.ts';
import { isNothing, type ValueKind } from './kind.ts';

/** What a form stores of an uploaded file (design 7); the API has the contents. */
export interface FileValue {
  id: string;
  name: string;
  mimeType: string;
}

/** A file that may lack its id or type, but has a name. */
export type KnownFile = Partial<FileValue> & Pick<FileValue, 'name'>;

/** One file. A value without a name is no file (spec 5). */
export const file: ValueKind<'file_input'> = {
  holds: 'value',
  scriptType: { record: { id: 'text', name: 'text', mimeType: 'text' } },
  isAbsent: isNothing,
  normal: fileOf,
  isMissing: (value) => fileOf(value) === undefined,
  formatErrors: (value) =>
    fileOf(value) === undefined || isUploaded(value) ? [] : ['This file was not uploaded: choose it again'],
};

/** Any number of files. */
export const files: ValueKind<'multiple_file_input'> = {
  holds: 'value',
  scriptType: { list: { record: { id: 'text', name: 'text', mimeType: 'text' } } },
  isAbsent: isNothing,
  normal: filesOf,
  isMissing: (value) => filesOf(value).length === 0,
  formatErrors: (value) =>
    filesOf(value)
      .filter((each) => !isUploaded(each))
      .map(({ name }) => `The file ${name} was not uploaded: choose it again`),
};

/** The files in the value of a file widget; invalid ones are skipped. */
export function filesOf(value: unknown): KnownFile[] {
  return Array.isArray(value) ? value.map(fileOf).filter((each) => each !== undefined) : [];
}

/** Keeps only the properties of a file, so that nothing else is stored with it. */
export function fileOf(value: unknown): KnownFile | undefined {
  if (!isRecord(value) || typeof value.name !== 'string' || value.name.trim() === '') return undefined;
  const { id, name, mimeType } = value;
  return { ...(typeof id === 'string' && { id }), name, ...(typeof mimeType === 'string' && { mimeType }) };
}

/** Whether a value references an uploaded file by id and type. */
export function isUploaded(value: unknown): value is FileValue {
  if (!isRecord(value)) return false;
  const { id, name, mimeType } = value;
  return (
    typeof id === 'string' && /^[0-9a-f]{24}$/.test(id) && typeof name === 'string' && typeof mimeType === 'string'
  );
}
