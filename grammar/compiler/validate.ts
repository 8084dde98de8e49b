import type { Run } from '../runtime/run.ts';
import type { OpenValidation } from '../runtime/run-output.ts';
import type { Span, Validate } from '../syntax/tree.ts';
import { emitBlock } from './block.ts';
import { type CompiledStatement, type Context, siteOf } from './code.ts';

/** Compiles a `validate` block: collects the rejections of its statements. Its value is whether there were none. */
export function emitValidate(context: Context, node: Validate): CompiledStatement {
  const body = emitBlock({ ...context, isInValidate: true }, node.body, false);
  const label = node.label?.value;
  const site = siteOf(node);
  return {
    canJump: body.canJump,
    code: (run) => {
      const outer = run.validation;
      const current: OpenValidation = { label, errors: [], validations: [], hasPassed: true };
      run.validation = current;
      // If the run ends inside the block, keep what the block has recorded.
      try {
        body.code(run);
      } finally {
        run.validation = outer;
        close(run, site, current);
      }
      return current.hasPassed;
    },
  };
}

function close(run: Run, { from, to }: Span, { label, errors, validations, hasPassed }: OpenValidation): void {
  const outer = run.validation;
  const result = { passed: hasPassed, errors, validations, from, to };
  (outer ?? run.produce).validations.push(label === undefined ? result : { label, ...result });
  if (outer !== null && !hasPassed) outer.hasPassed = false;
}
