import { median } from '../rules/median.ts';
import type { DesignerFigures } from './designer.ts';
import type { MainThreadTime } from './main-thread.ts';
import type { KeyFigures, PageFigures } from './measure.ts';
import type { OpeningTimes } from './opening.ts';
import type { ScrollFigures } from './scrolling.ts';

/** The pages of a round, measured one after the other; `small` is the product with a form of 50 fields. */
export interface Round {
  product: PageFigures;
  hand: PageFigures;
  rjsf: KeyFigures;
  small: KeyFigures;
  /** The product and the hand-written page while a long table is scrolled. */
  scrolling: { product: ScrollFigures; hand: ScrollFigures };
}

/** The designer in one round, with the load time of the hand-written page. */
export interface DesignerRound {
  designed: DesignerFigures;
  load: MainThreadTime;
}

export interface Row<R = Round> {
  name: string;
  of: (round: R) => { product: number; reference: number };
  atMost?: number;
  aim?: number;
}

/** The rows of performance.md part 2 that are ratios: to a hand-written page, to rjsf, or to a small form. */
export const rows: readonly Row[] = [
  { name: 'CPU per key, ms', ...besideHand(({ key }) => key.cpu), atMost: 0.7, aim: 0.45 },
  { name: 'script per key, ms', ...besideHand(({ key }) => key.script), atMost: 1.6, aim: 1.2 },
  { name: 'key to paint p95, ms', ...besideHand(({ paints }) => percentile95(paints)), atMost: 1, aim: 0.6 },
  { name: 'CPU per key in a table cell, ms', ...besideHand(({ cellKey }) => cellKey.cpu), atMost: 0.7, aim: 0.45 },
  { name: 'CPU per key that 100 scripts read, ms', ...besideHand(({ readKey }) => readKey.cpu), atMost: 2, aim: 1.3 },
  { name: 'load, CPU, ms', ...besideHand(({ load }) => load.cpu), atMost: 1.2, aim: 0.6 },
  { name: 'add a table row, CPU, ms', ...besideHand(({ addRow }) => addRow.cpu), atMost: 0.6, aim: 0.3 },
  { name: 'memory, MiB', ...besideHand(({ memory }) => memory), atMost: 2, aim: 1.2 },
  {
    name: 'script per key, 1,000 fields against 50, ms',
    of: ({ product, small }) => ({ product: product.key.script, reference: small.key.script }),
    atMost: 1.3,
    aim: 1.1,
  },
  { name: 'script per key beside rjsf, ms', ...besideRjsf(({ key }) => key.script), atMost: 0.1 },
  { name: 'CPU per key beside rjsf, ms', ...besideRjsf(({ key }) => key.cpu) },
  { name: 'load beside rjsf, CPU, ms', ...besideRjsf(({ load }) => load.cpu) },
];

/** The rows of the designer, relative to the load time of the hand-written page. */
export const designerRows: readonly Row<DesignerRound>[] = [
  { name: 'drop from the palette, CPU, ms', ...besideLoad(({ drop }) => drop) },
  { name: 'move by a row, CPU, ms', ...besideLoad(({ move }) => move) },
  { name: 'undo, CPU, ms', ...besideLoad(({ undo }) => undo) },
  { name: 'key in a property, CPU, ms', ...besideLoad(({ key }) => key) },
  { name: 'key in a property at a slow pace, CPU, ms', ...besideLoad(({ slowKey }) => slowKey), atMost: 0.3 },
];

/** Opening an order, relative to the page without a framework. */
export const openingRows: readonly Row<OpeningTimes>[] = (['first', 'second'] as const).map((which) => ({
  name: `the ${which} order, ms`,
  of: ({ product, reference }) => ({ product: product[which], reference: reference[which] }),
  atMost: 2,
  aim: 1.2,
}));

function besideLoad(figure: (designed: DesignerFigures) => MainThreadTime): Omit<Row<DesignerRound>, 'name'> {
  const of = ({ designed, load }: DesignerRound) => ({ product: figure(designed).cpu, reference: load.cpu });
  return { of, atMost: 0.5, aim: 0.25 };
}

/** The medians of a row's two sides, and of the ratios of the rounds. */
export function figuresOf<R>(
  { of }: Row<R>,
  rounds: readonly R[],
): { product: number; reference: number; ratio: number } {
  const pairs = rounds.map(of);
  return {
    product: median(pairs.map(({ product }) => product)),
    reference: median(pairs.map(({ reference }) => reference)),
    ratio: median(pairs.map(({ product, reference }) => product / reference)),
  };
}

function besideHand(figure: (taken: PageFigures) => number): Pick<Row, 'of'> {
  return { of: ({ product, hand }) => ({ product: figure(product), reference: figure(hand) }) };
}

function besideRjsf(figure: (typed: KeyFigures) => number): Pick<Row, 'of'> {
  return { of: ({ product, rjsf }) => ({ product: figure(product), reference: figure(rjsf) }) };
}

function percentile95(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * 0.95))] ?? Number.NaN;
}
