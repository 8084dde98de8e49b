import { Script } from 'node:vm';
import { type CompilerText, compilerText } from '#grammar/compiler-text.ts';
import { type Emitter, setOwnClosures } from '#grammar/own-closures.ts';

type Evaluate = (require: (name: string) => object | undefined) => { readonly emitProgram: Emitter };

/**
 * Lets programs of the rules language that run often get closures of their own (grammar/own-closures.ts). All
 * evaluations share the bytecode of one script, and are collected with their program. Does nothing without a build.
 */
export function giveOwnClosures(
  { atMost = 64, afterSteps = 1_000_000 } = {},
  compiler: CompilerText | null = compilerText,
): void {
  if (compiler === null) return;
  const { text, modules } = compiler;
  const script = new Script(`(require) => { const exports = {}; ${text}\nreturn exports; }`, {
    filename: 'compiler.js',
  });
  const newEmitter = () => {
    const evaluate: Evaluate = script.runInThisContext();
    return evaluate((name) => modules[name]).emitProgram;
  };
  setOwnClosures({ newEmitter, afterSteps, atMost });
}
