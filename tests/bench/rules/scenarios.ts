import type { Fraction } from './data.ts';
import type { TaskName } from './engine.ts';
import { type EngineName, engineNames } from './engines.ts';

/** A task on data whose prices or weights have one kind of fraction, with its targets of rules-language part 6. */
export interface Scenario {
  readonly name: string;
  readonly task: TaskName;
  readonly fraction: Fraction;
  /** Times plain JavaScript. */
  readonly atMost: number;
  readonly aim: number;
}

export const scenarios: readonly Scenario[] = [
  { name: 'a: three comparisons and a contains', task: 'a', fraction: 'whole', atMost: 3, aim: 1.6 },
  { name: 'b: 100 rows, whole prices', task: 'b', fraction: 'whole', atMost: 29, aim: 15 },
  { name: 'b: .5', task: 'b', fraction: '.5', atMost: 29, aim: 15 },
  { name: 'b: .05', task: 'b', fraction: '.05', atMost: 29, aim: 15 },
  { name: 'c: 50 rows of 5 items, whole weights', task: 'c', fraction: 'whole', atMost: 19, aim: 8 },
  { name: 'c: .5', task: 'c', fraction: '.5', atMost: 19, aim: 8 },
  { name: 'c: .05', task: 'c', fraction: '.05', atMost: 19, aim: 8 },
];

export const findScenario = (name: string) => scenarios.find((scenario) => scenario.name === name);

/** What is measured: an engine alone in its process, or after the scripts of other forms. */
export interface Subject {
  readonly name: string;
  readonly engine: EngineName;
  readonly isLate: boolean;
}

export const subjects: readonly Subject[] = engineNames.flatMap((engine) => [
  { name: engine, engine, isLate: false },
  ...(engine === 'this language' ? [{ name: `${engine}, after 40 other forms`, engine, isLate: true }] : []),
]);
