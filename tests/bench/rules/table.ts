import { machine } from '../machine.ts';
import { COLD_SCRIPTS } from './cold-time.ts';
import type { CompileTime } from './compile-time.ts';
import { taskNames } from './engine.ts';
import { type EngineName, engineNames } from './engines.ts';
import { lineCounts, type RulesRound } from './measure.ts';
import { median } from './median.ts';

/**
 * Formats the results as a Markdown page, with machine and date. Every ratio is the median of the ratios of the rounds.
 */
export function rulesTable(rounds: readonly RulesRound[]): string {
  return [
    '# The rules language compared with plain JavaScript and other engines',
    '',
    `${machine()},`,
    `one process per engine, task and round; CPU time; median of ${rounds.length} rounds. All results were equal.`,
    '',
    '| times slower than plain JavaScript | a: three comparisons and a contains | b: 100 rows | c: 50 rows of 5 items |',
    '| --- | --- | --- | --- |',
    ...engineNames.map(
      (engine) => `| ${engine} | ${taskNames.map((task) => ratio(rounds, task, engine)).join(' | ')} |`,
    ),
    '| at most | 3 | 29 | 19 |',
    '| aim | 2.2 | 20 | 15 |',
    '',
    '| compiling, closures included, warm | parser alone, µs | compile, µs | times | at most |',
    '| --- | --- | --- | --- | --- |',
    ...lineCounts.map((lines) => compileRow(rounds, lines)),
    '',
    `| CPU for ${COLD_SCRIPTS} one-line scripts in a fresh process | ms | times the parser alone | at most |`,
    '| --- | --- | --- | --- |',
    `| the generated parser alone | ${spread(rounds.map(({ coldParse }) => coldParse.milliseconds))} | 1 | |`,
    ...engineNames.slice(1).map((engine) => coldRow(rounds, engine)),
    '',
  ].join('\n');
}

function ratio(rounds: readonly RulesRound[], task: (typeof taskNames)[number], engine: EngineName): string {
  const times = (round: RulesRound, name: EngineName) => round.tasks.get(task)?.get(name)?.microseconds ?? Number.NaN;
  return spread(rounds.map((round) => times(round, engine) / times(round, 'plain JavaScript')));
}

function compileRow(rounds: readonly RulesRound[], lines: number): string {
  const of = (stage: keyof CompileTime) => rounds.map(({ compile }) => compile.get(lines)?.[stage] ?? Number.NaN);
  const whole = (stage: 'parse' | 'compile') => Math.round(median(of(stage))).toLocaleString('en-US');
  return `| ${lines} lines | ${whole('parse')} | ${whole('compile')} | ${spread(of('ratio'))} | 3 |`;
}

/** The parser alone took 12 ms where the target of 40 was set; on a slower machine compare the ratio. */
function coldRow(rounds: readonly RulesRound[], engine: EngineName): string {
  const milliseconds = rounds.map(({ cold }) => cold.get(engine)?.milliseconds ?? Number.NaN);
  const times = rounds.map(({ coldParse }, round) => (milliseconds[round] ?? Number.NaN) / coldParse.milliseconds);
  const target = engine === 'this language' ? '40 ms where the parser takes 12: 3.3 times' : '';
  return `| ${engine} | ${spread(milliseconds)} | ${spread(times)} | ${target} |`;
}

/** The median with minimum and maximum. */
function spread(values: readonly number[]): string {
  if (values.length < 2) return short(median(values));
  return `${short(median(values))} (${short(Math.min(...values))}-${short(Math.max(...values))})`;
}

function short(value: number): string {
  return value < 100 ? value.toFixed(1) : Math.round(value).toLocaleString('en-US');
}
