import { execFileSync } from 'node:child_process';
import type { ColdTime } from './cold-time.ts';
import type { CompileTime } from './compile-time.ts';
import { type EngineName, engineNames } from './engines.ts';
import { scenarios, subjects } from './scenarios.ts';
import { differs, type TaskTime } from './task-time.ts';

/** Numbers of lines of the compiled texts. */
export const lineCounts = [10, 600] as const;

/** The results of one round. Each engine has its own process for each figure, one after the other. */
export interface RulesRound {
  /** By the names of scenario and subject. */
  readonly tasks: ReadonlyMap<string, ReadonlyMap<string, TaskTime>>;
  readonly cold: ReadonlyMap<EngineName, ColdTime>;
  readonly coldParse: ColdTime;
  readonly compile: ReadonlyMap<number, CompileTime>;
}

/** Measures a number of rounds. Throws when an engine's result differs from plain JavaScript's. */
export function measureEngines(program: string, rounds: number): RulesRound[] {
  return Array.from({ length: rounds }, (_, round) => {
    process.stderr.write(`Round ${round + 1} of ${rounds}\n`);
    return {
      tasks: new Map(scenarios.map(({ name }) => [name, timesOf(program, name)])),
      cold: new Map(engineNames.map((engine) => [engine, child<ColdTime>(program, 'cold', engine)])),
      coldParse: child<ColdTime>(program, 'cold'),
      compile: new Map(lineCounts.map((lines) => [lines, child<CompileTime>(program, String(lines))])),
    };
  });
}

function timesOf(program: string, scenario: string): Map<string, TaskTime> {
  const times = new Map(
    subjects.map(({ name, engine, isLate }) => [
      name,
      child<TaskTime>(program, scenario, engine, isLate ? 'late' : 'alone'),
    ]),
  );
  const expected = times.get('plain JavaScript')?.result ?? Number.NaN;
  for (const [subject, { result }] of times) {
    if (differs(result, expected))
      throw new Error(`${scenario}: ${subject} gives ${result}, plain JavaScript ${expected}`);
  }
  return times;
}

function child<Figures>(...args: [program: string, what: string, ...engine: string[]]): Figures {
  return JSON.parse(execFileSync(process.execPath, args, { encoding: 'utf8' }));
}
