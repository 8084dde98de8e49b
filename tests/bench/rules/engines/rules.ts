import { giveOwnClosures } from '../../../../api/platform/rules/own-closures.ts';
import { compile, type RunOptions, run } from '../../../../grammar/index.ts';
import type { Engine } from '../engine.ts';
import { runOtherForms } from '../other-forms.ts';
import { oneLine } from '../script-text.ts';

giveOwnClosures();

/** The product's own language, with step limits and warnings on. Like the other engines it gets no clock. */
export const rules: Engine = {
  prepare: {
    a: () => prepare('$age >= 18 and $quantity > 0 and $quantity <= 100 and $email matches "@corp"'),
    b: () =>
      prepare(
        `
        let $sum = 0
        let $has_empty_row = false
        each $row of $rows {
          $sum += $row.quantity * $row.price
          if $row.quantity <= 0 { $has_empty_row = true }
        }
        $sum < $limit and !$has_empty_row`,
        json,
      ),
    c: () =>
      prepare(
        `
        let $sum = 0
        each $row of $rows {
          each $item of $row.items {
            if $item.active and $item.n > $row.min { $sum += $item.n * $item.weight }
          }
        }
        $sum`,
        json,
      ),
  },
  prepareLine: (n) => prepare(oneLine(n)),
  runOtherForms: () => runOtherForms((source) => prepare(source, json)),
};

/** As the product does for forms. It also passes the time and the zone. */
const json: RunOptions = { isJson: true };

/** Compiles down to closures, which a program otherwise creates at its first run. */
function prepare(source: string, options?: RunOptions): (input: Readonly<Record<string, unknown>>) => unknown {
  const { program } = compile(source, { mode: 'value' });
  program?.machine.code(false);
  return (input) => run(program, input, options).value;
}
