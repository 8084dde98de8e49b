import type { CollectionConfig, TableConfig } from '../../generated/widgets.ts';
import { isRecord } from '../is-record.ts';
import type { RawRow } from './kind.ts';

/** The rows of a container's layout. An invalid row or column stays in its place, to be shown as broken. */
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

/** The contents of each row of a list. */
export const elements = (config: unknown): RawRow[] => oneContainer(config, 'elements');

/** The contents of a modal. */
export const content = (config: unknown): RawRow[] => oneContainer(config, 'content');

/** A single container; an empty one if there is none. */
function oneContainer(config: unknown, key: 'elements' | 'content'): RawRow[] {
  const raw = isRecord(config) ? config[key] : undefined;
  const widget = raw ?? { type: 'container' };
  return [{ columns: [{ ratio: 1, place: `/config/${key}`, widget, only: 'container' }] }];
}

/**
 * The limits on rows. If they contradict each other, the lower one applies, so that a normal form exists. A matrix has
 * exactly the rows of its titles.
 */
export function rowLimits(config: CollectionConfig | TableConfig) {
  const { minItems, maxItems = Number.POSITIVE_INFINITY } = config;
  if ('rowTitles' in config && config.presentation === 'matrix' && config.rowTitles.length > 0)
    return { least: config.rowTitles.length, most: config.rowTitles.length };
  return { least: Math.min(minItems, maxItems), most: maxItems };
}

function ratioOf(column: unknown): number {
  const ratio = isRecord(column) ? column.ratio : undefined;
  return typeof ratio === 'number' && ratio > 0 && Number.isFinite(ratio) ? ratio : 1;
}
