import type { ValidWidget } from '../forms/form.ts';
import { nearestOwner } from '../forms/reads.ts';
import { scopeFor } from '../forms/scope-for.ts';
import { typeWords } from './type-words.ts';

/** Explains a name in a widget's script in words, for the author; undefined if the form does not know it. */
export function keyHelp(from: ValidWidget, name: string): string | undefined {
  const owner = nearestOwner(name, scopeFor(from))?.owner;
  if (!owner) return Object.hasOwn(contextVariables, name) ? contextVariables[name] : undefined;
  const { label, description } = owner.meta;
  const [first = '', ...more] = [
    label && `“${label}”`,
    typeWords[owner.type].name,
    description,
    ...choices(owner),
  ].filter(Boolean);
  return [first, ...more].join('. ');
}

const maxChoices = 8;

function choices(owner: ValidWidget): string[] {
  if (!('options' in owner.config)) return [];
  const values = owner.config.options.map(({ value }) => JSON.stringify(value));
  if (values.length === 0) return [];
  const rest = values.length - maxChoices;
  return [`Its values: ${values.slice(0, maxChoices).join(', ')}${rest > 0 ? ` and ${rest} more` : ''}`];
}

/** The variables of a form's scripts in addition to its fields (design 7). */
const contextVariables: Readonly<Record<string, string>> = {
  client: 'The client of the order, as a record',
  user: 'The user who fills in the form, as a record',
  channel: 'The channel of the order, as a record',
  order: 'The order itself: its status and submissionDate',
};
