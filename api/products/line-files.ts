import type { JsonMap } from '#schemas/generated/types.ts';
import { fileId } from '#schemas/products/line-formats.ts';
import { visitLine } from '#schemas/products/line-places.ts';

/** A file that a line holds, by a JSON pointer into its data. */
export interface FileOfLine {
  id: string;
  path: string;
}

/** The files that a line's data hold: what its product's schema says is one, wherever it stands. */
export function filesInLine(schema: JsonMap, data: JsonMap): FileOfLine[] {
  const found = new Map<string, FileOfLine>();
  visitLine(schema, data, ({ schema: { format }, value, path }) => {
    if (format === 'file' && typeof value === 'string' && fileId.test(value)) found.set(path, { id: value, path });
  });
  return [...found.values()];
}
