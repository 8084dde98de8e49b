import { heading, machine } from '../machine.ts';
import { median } from '../rules/median.ts';
import { widgetCount } from './designer.ts';
import type { FirstLoad } from './firstLoad.ts';
import type { OpeningTimes } from './opening.ts';
import { fieldsInContainer } from './pages/size.ts';
import { type DesignerRound, designerRows, figuresOf, openingRows, type Round, type Row, rows } from './rows.ts';
import { scrolledRows } from './scrolling.ts';
import type { Vitals } from './vitals.ts';

interface Results {
  rounds: readonly Round[];
  loads: readonly FirstLoad[];
}

/**
 * Formats the results as a Markdown page, with machine and date. Every ratio is the median of the ratios of the rounds.
 */
export function formsTable({ rounds, loads }: Results): string {
  return [
    heading('The form compared with a hand-written page and rjsf'),
    '',
    `${machine()}, Chromium, built pages.`,
    `1,000 fields in containers of 10, 100 conditional scripts, a table of 200 rows x 5; medians of ${rounds.length} rounds.`,
    '',
    ...linesOf(rows, rounds),
    '',
    `A table of ${scrolledRows} rows x 5 that is scrolled from its top to its bottom, CPU time of the main thread's tasks:`,
    '',
    '| | product | reference | at most |',
    '| --- | --- | --- | --- |',
    `| the longest task, ms | ${scrolled(rounds, 'longest')} | 50 |`,
    `| tasks of more than 50 ms | ${scrolled(rounds, 'long')} | 0 |`,
    '',
    'Download with an empty cache from the sign-in page until an order form of the demo is interactive:',
    '',
    '| portal first load, gzip | KB | at most | aim |',
    '| --- | --- | --- | --- |',
    ...loads.flatMap(({ journey, script, style }) => [
      `| scripts, ${journey} | ${script.toFixed(1)} | 165 | 140 |`,
      `| styles, ${journey} | ${style.toFixed(1)} | 12 | – |`,
    ]),
    '',
  ].join('\n');
}

const scrolled = (rounds: readonly Round[], key: 'longest' | 'long'): string =>
  (['product', 'hand'] as const)
    .map((page) => median(rounds.map(({ scrolling }) => scrolling[page][key])).toFixed(0))
    .join(' | ');

/** Formats the designer's results. */
export function designerTableOf(rounds: readonly DesignerRound[], fields: number): string {
  return [
    heading('The form designer compared with the load time of a hand-written page'),
    '',
    `${machine()}, Chromium, built pages.`,
    `${widgetCount(fields)} widgets: ${fields} fields in ${fields / fieldsInContainer} containers, as many conditional scripts, a table; the hand-written page has 1,000 fields and a table of 200 rows x 5. Medians of ${rounds.length} rounds.`,
    '',
    ...linesOf(designerRows, rounds),
    '',
  ].join('\n');
}

/**
 * Formats the portal's results: opening an order compared with a page without a framework, and the web vitals of
 * everyday pages.
 */
export function portalTableOf(rounds: readonly OpeningTimes[], days: readonly (readonly Vitals[])[]): string {
  const of = (name: string, key: 'LCP' | 'CLS' | 'INP') =>
    median(days.flatMap((day) => day.filter((place) => place.name === name).map((place) => place[key])));
  return [
    heading('The portal on the demo'),
    '',
    `${machine()}, Chromium, the built product. Medians of ${rounds.length} rounds, each with an empty cache.`,
    '',
    'From a click on an order in the list until a field has the focus, with API responses delayed by 50 ms and no time to',
    'hover; at most 350 ms, and twice the time of a page without a framework that loads and renders the same:',
    '',
    ...linesOf(openingRows, rounds),
    '',
    "With a quarter of the machine's CPU, Chromium's slow 4G and an empty cache:",
    '',
    '| | LCP, ms | CLS | INP, ms |',
    '| --- | --- | --- | --- |',
    ...(days[0] ?? []).map(
      ({ name }) =>
        `| ${name} | ${of(name, 'LCP').toFixed(0)} | ${of(name, 'CLS').toFixed(3)} | ${of(name, 'INP').toFixed(0)} |`,
    ),
    '| at most | 2500 | 0.02 | 100 |',
    '| aim | 1800 | 0 | 50 |',
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
