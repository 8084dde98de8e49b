import type { JsonMap } from '#schemas/generated/types.ts';
import { fileId } from '#schemas/products/line-formats.ts';
import { visitLine } from '#schemas/products/visit-line.ts';

/** A file in a line's data, with a JSON pointer into the data. */
export interface FileOfLine {
  id: string;
  path: string;
}

/** Finds the files in a line's data, at any depth, by the schema format `file`. */
export function filesInLine(schema: JsonMap, data: JsonMap): FileOfLine[] {
  const found = new Map<string, FileOfLine>();
  visitLine(schema, data, ({ schema: { format }, value, path }) => {
    if (format === 'file' && typeof value === 'string' && fileId.test(value)) found.set(path, { id: value, path });
  });
  return [...found.values()];
}
