import { parse } from '../../../grammar/generated/parser.js';
import { compile } from '../../../grammar/index.ts';
import { buildExpressionTree } from '../../../grammar/syntax/precedence.ts';
import { Recovery } from '../../../grammar/syntax/recovery.ts';
import { noTranslator } from '../../../grammar/syntax/translator.ts';
import { type ColdTime, timeLines } from './cold-time.ts';
import { cpuMs } from './cpu.ts';
import { median } from './median.ts';
import { oneLine, scriptOfLines } from './script-text.ts';

/**
 * Warm timing of the generated parser alone and of compiling one text, alternating in short turns so that both have the
 * same noise.
 */
export interface CompileTime {
  /** Microseconds of CPU. */
  readonly parse: number;
  readonly compile: number;
  /** The median of the ratios of the turns. */
  readonly ratio: number;
}

/** Long enough for the JIT, whose background optimization counts as CPU time. */
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
  return parse(source, {
    recovery: new Recovery(source, [], {
      names: { isHelper: () => false, isReserved: () => false, keys: null },
      translator: noTranslator,
    }),
    combine: buildExpressionTree,
  });
}

/** Includes the closures, which a program otherwise creates at its first run. */
function compileWholly(source: string): unknown {
  return compile(source).program?.machine.code(false);
}

/** Microseconds of CPU per repetition. */
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
