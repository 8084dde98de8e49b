import type { DataKind } from './data.ts';
import type { TaskName } from './engine.ts';
import { type EngineName, engineNames } from './engines.ts';

/** A task on data of one kind, with its targets of rules-language part 6. */
export interface Scenario {
  readonly name: string;
  readonly task: TaskName;
  readonly data: DataKind;
  /** Times plain JavaScript. */
  readonly atMost: number;
  readonly aim: number;
}

export const scenarios: readonly Scenario[] = [
  { name: 'a: three comparisons and a contains', task: 'a', data: 'last test decides', atMost: 3, aim: 1.6 },
  {
    name: 'a: five of eight fail a comparison',
    task: 'a',
    data: 'mostly an earlier test decides',
    atMost: 3,
    aim: 1.6,
  },
  { name: 'b: 100 rows, whole prices', task: 'b', data: 'whole', atMost: 29, aim: 15 },
  { name: 'b: .5', task: 'b', data: '.5', atMost: 29, aim: 15 },
  { name: 'b: .05', task: 'b', data: '.05', atMost: 29, aim: 15 },
  { name: 'c: 50 rows of 5 items, whole weights', task: 'c', data: 'whole', atMost: 19, aim: 8 },
  { name: 'c: .5', task: 'c', data: '.5', atMost: 19, aim: 8 },
  { name: 'c: .05', task: 'c', data: '.05', atMost: 19, aim: 8 },
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
