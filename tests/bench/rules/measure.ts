import { execFileSync } from 'node:child_process';
import type { ColdTime } from './cold-time.ts';
import type { CompileTime } from './compile-time.ts';
import { type TaskName, taskNames } from './engine.ts';
import { type EngineName, engineNames } from './engines.ts';
import type { TaskTime } from './task-time.ts';

/** Numbers of lines of the compiled texts. */
export const lineCounts = [10, 600] as const;

/** The results of one round. Each engine has its own process for each figure, one after the other. */
export interface RulesRound {
  readonly tasks: ReadonlyMap<TaskName, ReadonlyMap<EngineName, TaskTime>>;
  readonly cold: ReadonlyMap<EngineName, ColdTime>;
  readonly coldParse: ColdTime;
  readonly compile: ReadonlyMap<number, CompileTime>;
}

/** Measures a number of rounds. Throws when an engine's result differs from plain JavaScript's. */
export function measureEngines(program: string, rounds: number): RulesRound[] {
  return Array.from({ length: rounds }, (_, round) => {
    process.stderr.write(`Round ${round + 1} of ${rounds}\n`);
    return {
      tasks: new Map(taskNames.map((task) => [task, timesOf(program, task)])),
      cold: new Map(engineNames.map((engine) => [engine, child<ColdTime>(program, 'cold', engine)])),
      coldParse: child<ColdTime>(program, 'cold'),
      compile: new Map(lineCounts.map((lines) => [lines, child<CompileTime>(program, String(lines))])),
    };
  });
}

function timesOf(program: string, task: TaskName): Map<EngineName, TaskTime> {
  const times = new Map(engineNames.map((engine) => [engine, child<TaskTime>(program, task, engine)]));
  const expected = times.get('plain JavaScript')?.result;
  for (const [engine, { result }] of times) {
    if (result !== expected) throw new Error(`Task ${task}: ${engine} gives ${result}, plain JavaScript ${expected}`);
  }
  return times;
}

function child<Figures>(...args: [program: string, what: string, ...engine: string[]]): Figures {
  return JSON.parse(execFileSync(process.execPath, args, { encoding: 'utf8' }));
}
