import type { CollectionConfig } from '../../generated/widgets.ts';
import { isRecord } from '../is-record.ts';
import type { RawRow } from './kind.ts';

/** The rows of a container's layout. What is not written as a row or column stays in its place, to be shown as broken. */
export function layout(config: unknown): RawRow[] {
  const rows = isRecord(config) && Array.isArray(config.layout) ? config.layout : [];
  return rows.map((row: unknown, at) => {
    const columns = isRecord(row) && Array.isArray(row.columns) ? row.columns : [];
    return {
      columns: columns.map((column: unknown, index) => ({
        ratio: ratioOf(column),
        place: `/config/layout/${at}/columns/${index}/widget`,
        widget: isRecord(column) ? column.widget : undefined,
      })),
    };
  });
}

/** What stands in each row of a collection: one container, an empty one when none is written. */
export function elements(config: unknown): RawRow[] {
  const widget = isRecord(config) && config.elements !== undefined ? config.elements : { type: 'container' };
  return [{ columns: [{ ratio: 1, place: '/config/elements', widget }] }];
}

/** With limits that contradict each other the lower one counts, so that there is a normal form. */
export function rowLimits({ minItems, maxItems = Number.POSITIVE_INFINITY }: CollectionConfig) {
  return { least: Math.min(minItems, maxItems), most: maxItems };
}

function ratioOf(column: unknown): number {
  const ratio = isRecord(column) ? column.ratio : undefined;
  return typeof ratio === 'number' && ratio > 0 && Number.isFinite(ratio) ? ratio : 1;
}
