import { heading, machine } from '../machine.ts';
import { COLD_SCRIPTS } from './cold-time.ts';
import type { CompileTime } from './compile-time.ts';
import { type EngineName, engineNames } from './engines.ts';
import { lineCounts, type RulesRound } from './measure.ts';
import { median } from './median.ts';
import { type Scenario, type Subject, scenarios, subjects } from './scenarios.ts';

/**
 * Formats the results as a Markdown page, with machine and date. Every ratio is the median of the ratios of the rounds.
 */
export function rulesTable(rounds: readonly RulesRound[]): string {
  return [
    heading('The rules language compared with plain JavaScript and other engines'),
    '',
    `${machine()},`,
    `one process per engine, task and round; CPU time; median of ${rounds.length} rounds. All results were equal.`,
    '',
    `| times slower than plain JavaScript | ${scenarios.map(({ name }) => name).join(' | ')} |`,
    `| --- |${' --- |'.repeat(scenarios.length)}`,
    ...subjects.map(
      (subject) => `| ${subject.name} | ${scenarios.map((scenario) => ratio(rounds, scenario, subject)).join(' | ')} |`,
    ),
    `| at most | ${scenarios.map(({ atMost }) => atMost).join(' | ')} |`,
    `| aim | ${scenarios.map(({ aim }) => aim).join(' | ')} |`,
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

function ratio(rounds: readonly RulesRound[], scenario: Scenario, subject: Subject): string {
  const time = (round: RulesRound, name: string) =>
    round.tasks.get(scenario.name)?.get(name)?.microseconds ?? Number.NaN;
  return spread(rounds.map((round) => time(round, subject.name) / time(round, 'plain JavaScript')));
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
