import { actionTransitions } from './bypass.ts';
import type { OrderStage } from './order-stage.ts';
import { permittedInWords } from './rights.ts';
import { type Transition, transitions } from './transitions.ts';

/**
 * Renders the state machine of orders (design 6) as Markdown: a Mermaid diagram, and a table with a row per transition.
 */
export function stateDiagram(): string {
  const all = [...transitions, ...actionTransitions];
  const arrows = all.flatMap((each) =>
    each.from.map((from) => `  ${from} --> ${targetOf(each, from)}: ${each.action}`),
  );
  return `${[
    '# How an order goes from state to state',
    'Made by `npm run generate` from `transitions.ts` and `bypass.ts`.',
    ['```mermaid', 'stateDiagram-v2', '  [*] --> DRAFT: create', ...arrows, '```'].join('\n'),
    [
      '| action | from | to | made by | asks for | checked | notice | webhooks |',
      '| --- | --- | --- | --- | --- | --- | --- | --- |',
      ...all.map(rowOf),
    ].join('\n'),
  ].join('\n\n')}\n`;
}

/**
 * The stage that a transition leads to. A change has its own stage, and sending one back makes the order COMPLETE
 * again.
 */
function targetOf({ action, to, effects }: Transition, from: OrderStage): string {
  if (from === 'PENDING_CHANGE' && effects.includes('undoChange')) return 'COMPLETE';
  if (action === 'undoApproval') return 'PENDING';
  const isOfChange = from === 'PENDING_CHANGE' || from === 'COMPLETE';
  return to === 'PENDING' && isOfChange ? 'PENDING_CHANGE' : (to ?? '[*]');
}

function rowOf({ action, from, to, permission, inputs: needs, isValidated, effects }: Transition): string {
  const inputs = needs.map(({ label, isRequired }) => (isRequired ? label : `${label} (optional)`));
  const effectsOf = (kind: 'tell:' | 'hook:') =>
    effects.flatMap((effect) => (effect.startsWith(kind) ? effect.slice(kind.length) : []));
  const made = [action, from.join(', '), to ?? 'deleted', permittedInWords[permission]];
  const cells = [
    ...made,
    inputs.join(', '),
    isValidated ? 'yes' : '',
    effectsOf('tell:').join(', '),
    effectsOf('hook:').join(', '),
  ];
  return `| ${cells.join(' | ')} |`;
}
