import { parse } from '../../../grammar/generated/parser.js';
import { compile } from '../../../grammar/index.ts';
import { combine } from '../../../grammar/syntax/precedence.ts';
import { Recovery } from '../../../grammar/syntax/recovery.ts';
import { type ColdTime, timeLines } from './cold-time.ts';
import { cpuMs } from './cpu.ts';
import { median } from './median.ts';
import { oneLine, scriptOfLines } from './script-text.ts';

/** Of one text, warm: the generated parser alone and compiling, in turns so short that both meet the same noise. */
export interface CompileTime {
  /** Microseconds of CPU. */
  readonly parse: number;
  readonly compile: number;
  /** The median of the turns' own ratios. */
  readonly ratio: number;
}

/** So long, since the engine goes on optimising in the background, which counts as CPU time. */
const WARM_UP_MS = 3000;
const TURN_MS = 40;
const TURNS = 15;

export function timeCompile(lines: number): CompileTime {
  const source = scriptOfLines(lines);
  const works = { parse: () => bareParse(source), compile: () => compileWholly(source) };
  repeat(works.parse, WARM_UP_MS);
  repeat(works.compile, WARM_UP_MS);
  const turns = Array.from({ length: TURNS }, () => {
    const parse = repeat(works.parse, TURN_MS);
    const compile = repeat(works.compile, TURN_MS);
    return { parse, compile, ratio: compile / parse };
  });
  return {
    parse: median(turns.map((turn) => turn.parse)),
    compile: median(turns.map((turn) => turn.compile)),
    ratio: median(turns.map((turn) => turn.ratio)),
  };
}

/** The generated parser alone, in a process that has just loaded it. */
export function timeColdParse(): ColdTime {
  return timeLines((n) => bareParse(oneLine(n)));
}

function bareParse(source: string): unknown {
  return parse(source, { recovery: new Recovery(source, [], () => false), combine });
}

/** With the closures, which a program else makes at its first run. */
function compileWholly(source: string): unknown {
  return compile(source).program?.machine.code(false);
}

/** Microseconds of CPU for one. */
function repeat(work: () => unknown, least: number): number {
  const begin = cpuMs();
  let [ms, times] = [0, 0];
  for (let batch = 1; ms < least; batch *= 2) {
    for (let n = 0; n < batch; n += 1) work();
    times += batch;
    ms = cpuMs() - begin;
  }
  return (ms * 1000) / times;
}
