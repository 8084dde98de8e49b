import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, it } from 'vitest';
import { compileWithAnalysis } from './compile.ts';
import type { Program } from './program.ts';
import { run } from './run.ts';
import { children, walk } from './syntax/children.ts';
import type { SyntaxNode } from './syntax/tree.ts';

setFlagsFromString('--expose-gc');
const collect: unknown = runInNewContext('gc');

/** A script with every statement and operator, inside and outside of loops and helpers. */
const source = `
take { $start, $monthly as $price } from $campaign
define :large { take $input $input > 10 and $input != 12 }
let $total = 0
let $list = [1 + $price * 2 - 3, -$price, "a" + $price, 5 days ago, ($price) weeks]
validate "Lines" {
  each $line of $lines {
    take { $quantity }
    if !$quantity or $line.skipped { skip }
    $total += $quantity * $line.unit_price
    if $quantity > 100 and index > 0 { reject $line.quantity because "Line " + (index + 1) } else if $quantity == 3 { print [$line, now] } else { $total = $total / 2 }
  }
  each $lines { if it.quantity > 5 and it.quantity < 7 { reject it because "No" } }
}
let $values = each $lines { it.quantity % 3 }
let $shown = { if $total:large { 1 } else { 2 } }
if $total:large and $start matches "x" { reject $start because "Too " + $total:money }
if $values:sum in $list or not ($price includes 1) or $campaign.start == nothing { $total -= 1 }
$shown + $values:sort:first + ($total + 1 + 2 + 3 + $price + $price + $price + $price + $price + $price + $price)`;
const input = {
  campaign: { start: 'x', monthly: 3 },
  lines: [{ quantity: 6, unit_price: 2 }, { quantity: 101, unit_price: 1 }, { quantity: 3 }, { quantity: 0 }],
};
const options = { now: new Date(0) };

/** Compiles the script and returns weak references to its tree, so that nothing in the test keeps the tree alive. */
function compileProgram(): { program: Program; nodes: WeakRef<object>[] } {
  const { program, script, analysis, diagnostics } = compileWithAnalysis(source, {});
  expect(diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
  if (!program) throw new Error('The script does not compile');
  const nodes: WeakRef<object>[] = [new WeakRef(script), new WeakRef(analysis.names), new WeakRef(analysis.types)];
  walk(script, (node: SyntaxNode) => {
    if (children(node).length > 1) nodes.push(new WeakRef(node));
  });
  return { program, nodes };
}

it('a program releases its syntax tree after its first run and gives the same results and traces later', async () => {
  const { program, nodes } = compileProgram();
  const paths = program.inputPaths;
  const result = run(program, input, options);
  expect(result).toMatchObject({ status: 'rejected' });
  await new Promise((resolve) => setImmediate(resolve));
  if (typeof collect === 'function') collect();
  expect(nodes.length).toBeGreaterThan(40);
  expect(nodes.flatMap((node) => node.deref() ?? [])).toEqual([]);
  expect(run(program, input, options)).toEqual(result);
  expect(program.inputPaths).toEqual(paths);
  expect(run(program, input, { ...options, trace: true }).trace?.length).toBeGreaterThan(20);
});
