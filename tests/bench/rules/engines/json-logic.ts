import { LogicEngine } from 'json-logic-engine';
import type { Engine, TaskName } from '../engine.ts';

const engine = new LogicEngine();
engine.addMethod('lower', (text: unknown) => String(text).toLowerCase(), { deterministic: true });

const sum = { '+': [{ var: 'accumulator' }, { var: 'current' }] };
const isActive = { and: [{ var: 'active' }, { '>': [{ var: 'n' }, { var: '../../min' }] }] };
const weight = { '+': [{ var: 'accumulator' }, { '*': [{ var: 'current.n' }, { var: 'current.weight' }] }] };
const price = { '+': [{ var: 'accumulator' }, { '*': [{ var: 'current.quantity' }, { var: 'current.price' }] }] };

const logic: Readonly<Record<TaskName, object>> = {
  a: {
    and: [
      { '>=': [{ var: 'age' }, 18] },
      { '>': [{ var: 'quantity' }, 0] },
      { '<=': [{ var: 'quantity' }, 100] },
      { in: ['@corp', { lower: { var: 'email' } }] },
    ],
  },
  b: {
    and: [
      { '<': [{ reduce: [{ var: 'rows' }, price, 0] }, { var: 'limit' }] },
      { all: [{ var: 'rows' }, { '>': [{ var: 'quantity' }, 0] }] },
    ],
  },
  c: {
    reduce: [{ map: [{ var: 'rows' }, { reduce: [{ filter: [{ var: 'items' }, isActive] }, weight, 0] }] }, sum, 0],
  },
};

/** json-logic-engine in interpreted mode, as under a content policy that forbids generated code. */
export const jsonLogic = engineOf((rule) => (input) => engine.run(rule, input));

/** json-logic-engine in compiled mode (eval). */
export const jsonLogicEval = engineOf((rule) => engine.build(rule));

function engineOf(prepare: (rule: object) => (input: object) => unknown): Engine {
  return {
    prepare: { a: () => prepare(logic.a), b: () => prepare(logic.b), c: () => prepare(logic.c) },
    prepareLine: (n) =>
      prepare({
        and: [
          { '>=': [{ var: 'age' }, n] },
          { '>': [{ var: 'quantity' }, 0] },
          { in: [`@corp${n}`, { lower: { var: 'email' } }] },
        ],
      }),
  };
}
