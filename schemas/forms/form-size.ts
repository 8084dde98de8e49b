import type { Problem } from './form.ts';
import { isRecord } from './is-record.ts';
import { content, elements, layout } from './kinds/inside.ts';
import { scriptSources } from './script-sources.ts';

/**
 * Limits on a form, so that reading it cannot block the server; `scripts` is the number of characters of all scripts
 * together.
 */
export const formLimits = { widgets: 2_000, rows: 2_000, scripts: 131_072 } as const;

/**
 * Why a formSchema is too large to be read; undefined if it is not. Counts the raw JSON before anything is built from
 * it, and does not need to know the widget types.
 */
export function excessOf(formSchema: unknown): Problem | undefined {
  const counts = { widgets: 0, rows: 0, scripts: 0 };
  const open: unknown[] = [isRecord(formSchema) ? formSchema.root : undefined];
  while (open.length > 0) {
    const widget = open.pop();
    counts.widgets += 1;
    const { meta, config } = isRecord(widget) ? widget : {};
    counts.scripts += lengthOfScripts(meta, config);
    const rows = [
      ...layout(config),
      ...contentReaders.flatMap(([key, inside]) => (hasObject(config, key) ? inside(config) : [])),
    ];
    counts.rows += rows.length;
    for (const name of names) {
      if (counts[name] > formLimits[name]) return { path: '', value: undefined, message: messages[name] };
    }
    for (const { columns } of rows) for (const column of columns) open.push(column.widget);
  }
  return undefined;
}

const names = ['widgets', 'rows', 'scripts'] as const;
const number = (value: number) => value.toLocaleString('en');
const messages = {
  widgets: `At most ${number(formLimits.widgets)} widgets in a form`,
  rows: `At most ${number(formLimits.rows)} layout rows in a form`,
  scripts: `At most ${number(formLimits.scripts)} characters in all scripts of a form`,
};

const contentReaders = [
  ['elements', elements],
  ['content', content],
] as const;
const hasObject = (config: unknown, key: string) => isRecord(config) && isRecord(config[key]);

function lengthOfScripts(meta: unknown, config: unknown): number {
  return scriptSources({ meta, config }).reduce((sum, { source }) => sum + source.length, 0);
}
