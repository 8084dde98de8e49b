import { machine } from '../machine.ts';
import type { FirstLoad } from './firstLoad.ts';
import { type DesignerRound, designerRows, figuresOf, type Round, type Row, rows } from './rows.ts';

interface Results {
  rounds: readonly Round[];
  loads: readonly FirstLoad[];
}

/** The results as a page of Markdown, with machine and date. Every ratio is the median of the rounds' own ratios. */
export function tableOf({ rounds, loads }: Results): string {
  return [
    '# The form beside a page written by hand, and beside rjsf',
    '',
    `${machine()}, Chromium, built pages.`,
    `1,000 fields in containers of 10, 100 conditional scripts, a table of 200 rows x 5; medians of ${rounds.length} rounds.`,
    '',
    ...linesOf(rows, rounds),
    '',
    'What a browser that was never here loads from the sign-in page until an order form of the demo can be typed in:',
    '',
    '| portal first load, gzip | KB | at most | aim |',
    '| --- | --- | --- | --- |',
    ...loads.flatMap(({ way, script, style }) => [
      `| scripts, ${way} | ${script.toFixed(1)} | 150 | 125 |`,
      `| styles, ${way} | ${style.toFixed(1)} | 12 | – |`,
    ]),
    '',
  ].join('\n');
}

/** The designer's results as such a page. */
export function designerTableOf(rounds: readonly DesignerRound[]): string {
  return [
    '# The form designer beside the load of a page written by hand',
    '',
    `${machine()}, Chromium, built pages.`,
    `503 widgets: 450 fields in 45 containers, 45 conditional scripts, a table; the page by hand has 1,000 fields and a table of 200 rows x 5. Medians of ${rounds.length} rounds.`,
    '',
    ...linesOf(designerRows, rounds),
    '',
  ].join('\n');
}

function linesOf<R>(rows: readonly Row<R>[], rounds: readonly R[]): string[] {
  return [
    '| | product | reference | ratio | at most | aim |',
    '| --- | --- | --- | --- | --- | --- |',
    ...rows.map((row) => {
      const { product, reference, ratio } = figuresOf(row, rounds);
      const figures = [product.toFixed(1), reference.toFixed(1), ratio.toFixed(2), row.atMost ?? '–', row.aim ?? '–'];
      return `| ${row.name} | ${figures.join(' | ')} |`;
    }),
  ];
}
