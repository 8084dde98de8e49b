import type { CollectionConfig, TableConfig } from '../../generated/widgets.ts';
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

/** What stands in each row of a list. */
export const elements = (config: unknown): RawRow[] => oneContainer(config, 'elements');

/** What stands in a modal. */
export const content = (config: unknown): RawRow[] => oneContainer(config, 'content');

/** A single container, an empty one when none is written. */
function oneContainer(config: unknown, key: 'elements' | 'content'): RawRow[] {
  const written = isRecord(config) ? config[key] : undefined;
  const widget = written ?? { type: 'container' };
  return [{ columns: [{ ratio: 1, place: `/config/${key}`, widget, only: 'container' }] }];
}

/** With limits that contradict each other the lower one counts, so that there is a normal form. */
export function rowLimits({ minItems, maxItems = Number.POSITIVE_INFINITY }: CollectionConfig | TableConfig) {
  return { least: Math.min(minItems, maxItems), most: maxItems };
}

function ratioOf(column: unknown): number {
  const ratio = isRecord(column) ? column.ratio : undefined;
  return typeof ratio === 'number' && ratio > 0 && Number.isFinite(ratio) ? ratio : 1;
}
