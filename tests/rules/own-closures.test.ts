import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bundleCompiler } from '#api/platform/build/compiler-text.ts';
import { giveOwnClosures } from '#api/platform/rules/own-closures.ts';
import type { CompilerText } from '#grammar/compiler-text.ts';
import { compile, type Program, run } from '#grammar/index.ts';
import { setOwnClosures } from '#grammar/own-closures.ts';
import { readConformance } from './conformance.ts';

const root = process.cwd();
let compiler: CompilerText = { text: '', modules: {} };

beforeAll(async () => {
  const { text, imports } = await bundleCompiler(root);
  const modules = await Promise.all(imports.map(async (name) => [name, await import(join(root, name))]));
  compiler = { text, modules: Object.fromEntries(modules) };
});
afterAll(() => setOwnClosures(null));

const compiled = (source: string): Program => {
  const { program } = compile(source, { mode: 'value' });
  if (program === null) throw new Error(`${source} does not compile`);
  return program;
};
const closuresOf = ({ machine }: Program) => machine.code(false);

describe('closures of its own', () => {
  it('give a program the same results, in all conformance cases', () => {
    giveOwnClosures({ afterSteps: 0 }, compiler);
    let programs = 0;
    for (const { script, input = {}, schema, mode = 'value', now, zone } of readConformance().flatMap(
      ({ cases }) => cases,
    )) {
      const { program } = compile(script, { schema, mode });
      if (program === null || program.hasErrors) continue;
      const options = { now: now === undefined ? undefined : new Date(now), zone };
      const shared = closuresOf(program);
      const first = run(program, input, options);
      if (first.stats.steps === 0) continue;
      expect(closuresOf(program), script).not.toBe(shared);
      expect(run(program, input, options), script).toEqual(first);
      programs += 1;
    }
    expect(programs).toBeGreaterThan(500);
  });

  it('come after as many steps as given, and once', () => {
    giveOwnClosures({ afterSteps: 10 }, compiler);
    const program = compiled('$a + 1');
    const shared = closuresOf(program);
    for (let times = 0; times < 10; times += 1) run(program, { a: times });
    expect(closuresOf(program)).toBe(shared);
    run(program, { a: 10 });
    const own = closuresOf(program);
    expect(own).not.toBe(shared);
    for (let times = 0; times < 20; times += 1) run(program, { a: times });
    expect(closuresOf(program)).toBe(own);
  });

  it('go to a limited number of programs: the one that has had them for longest loses them for good', () => {
    giveOwnClosures({ afterSteps: 0, atMost: 1 }, compiler);
    const [one, two] = [compiled('$a + 1'), compiled('$a + 2')];
    run(one, { a: 1 });
    const own = closuresOf(one);
    run(two, { a: 1 });
    const ofTwo = closuresOf(two);
    expect(closuresOf(one)).not.toBe(own);
    expect(run(one, { a: 1 }).value).toBe(2);
    expect(run(two, { a: 1 }).value).toBe(3);
    expect(closuresOf(two)).toBe(ofTwo);
  });
});
