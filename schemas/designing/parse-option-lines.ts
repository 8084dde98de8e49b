import { trimText } from '../typed-values/parsed.ts';

/** An option as authors write it. */
export interface WrittenOption {
  value: string;
  label?: string;
}

/** The most options of a widget, as in the schema of `options`. */
export const maxOptions = 5_000;

/**
 * Parses a pasted list of options, one per line: a text, or a value and its label separated by a tab (as copied from a
 * spreadsheet) or by ' = '. Blank lines, and values that are options already, are left out; `skipped` counts the latter and
 * those beyond `maxOptions`.
 */
export function parseOptionLines(
  text: string,
  existing: readonly string[],
): { options: WrittenOption[]; skipped: number } {
  const known = new Set(existing);
  const options: WrittenOption[] = [];
  let skipped = 0;
  for (const line of text.split(/\r\n|\r|\n/)) {
    const option = optionIn(line);
    if (!option) continue;
    if (known.has(option.value) || known.size >= maxOptions) skipped += 1;
    else options.push(option);
    known.add(option.value);
  }
  return { options, skipped };
}

function optionIn(line: string): WrittenOption | undefined {
  const [first = '', ...rest] = line.includes('\t') ? line.split('\t') : line.split(' = ');
  const [value, label] = [trimText(first), trimText(rest.join(line.includes('\t') ? ' ' : ' = '))];
  if (value === '') return label === '' ? undefined : { value: label };
  return label === '' || label === value ? { value } : { value, label };
}
