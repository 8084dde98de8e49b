import { parseClipboardCells } from '#portal/forms/paste/parseClipboardCells.ts';
import { maxOptions } from '#schemas/designing/parse-option-lines.ts';
import type { OptionList } from '#schemas/generated/types.ts';
import { trimText } from '#schemas/typed-values/parsed.ts';

type ListOption = OptionList['options'][number];

/** The columns of a pasted table without a header row, in this order. */
const columns = ['value', 'label', 'group', 'inactive'] as const;

/**
 * Parses options from a spreadsheet, or from a CSV file with commas or semicolons: value, label, group and inactive, in
 * this order or as a header row names them. A table of one column has values only. Blank lines, and values that are
 * options already, are left out; `skipped` counts the latter and those beyond the limit of a list.
 */
export function parseOptionTable(
  text: string,
  existing: readonly string[],
): { options: ListOption[]; skipped: number } {
  const [head = [], ...rest] = parseClipboardCells(text.replace(/^\uFEFF/, ''), separatorOf(text));
  const named = head.map((cell) => trimText(cell).toLowerCase());
  const isHeader = named.includes('value') && named.every((name) => columns.some((column) => column === name));
  const known = new Set(existing);
  const options: ListOption[] = [];
  let skipped = 0;
  for (const cells of isHeader ? rest : [head, ...rest]) {
    const cellOf = (column: (typeof columns)[number]) =>
      trimText(cells[isHeader ? named.indexOf(column) : columns.indexOf(column)] ?? '');
    const [value, label, group] = [cellOf('value'), cellOf('label'), cellOf('group')];
    if (value === '') continue;
    if (known.has(value) || known.size >= maxOptions) skipped += 1;
    else
      options.push({
        value,
        ...(label === '' || label === value ? {} : { label }),
        ...(group === '' ? {} : { group }),
        inactive: /^(?:true|yes|y|x|1)$/i.test(cellOf('inactive')),
      });
    known.add(value);
  }
  return { options, skipped };
}

/** The separator of the first line that has one. */
function separatorOf(text: string): '\t' | ',' | ';' {
  const found = /[\t,;]/.exec(text)?.[0];
  if (text.includes('\t')) return '\t';
  return found === ';' ? ';' : ',';
}

/** The options as a table with a header row, to edit in a spreadsheet and paste again. */
export function optionTable(options: readonly ListOption[]): string {
  const quoted = (text: string) => (/[\t\r\n"]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
  const lines = options.map(({ value, label = '', group = '', inactive }) =>
    [value, label, group, inactive ? 'yes' : ''].map(quoted).join('\t'),
  );
  return [columns.join('\t'), ...lines].join('\n');
}
