import { parse } from '../syntax/parse.ts';
import { render } from './doc.ts';
import { Layout } from './layout.ts';

const WIDTH = 100;

/**
 * Writes a script in its one canonical form: two spaces for each block, a statement on each line, one empty line at most
 * where there were some, comments kept. It changes no result, and formatting twice is formatting once. A script that does
 * not parse is given back as it is.
 */
export function format(source: string): string {
  const { script, problems } = parse(source);
  if (script === null || problems.length > 0) return source;
  const text = render(new Layout(source, script).all(), WIDTH).trimEnd();
  return text === '' ? '' : `${text}\n`;
}
