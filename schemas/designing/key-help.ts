import type { SoundWidget } from '../forms/form.ts';
import { nearestOwner } from '../forms/reads.ts';
import { scopeFor } from '../forms/scope-for.ts';
import { typeWords } from './type-words.ts';

/** What a name that a widget's script reads stands for, in words for who writes it; undefined for one that the form does not know. */
export function keyHelp(from: SoundWidget, name: string): string | undefined {
  const owner = nearestOwner(name, scopeFor(from))?.owner;
  if (!owner) return Object.hasOwn(around, name) ? around[name] : undefined;
  const { label, description } = owner.meta;
  const [first = '', ...more] = [
    label && `“${label}”`,
    typeWords[owner.type].name,
    description,
    ...choices(owner),
  ].filter(Boolean);
  return [first, ...more].join('. ');
}

const mostChoices = 8;

function choices(owner: SoundWidget): string[] {
  if (!('options' in owner.config)) return [];
  const values = owner.config.options.map(({ value }) => JSON.stringify(value));
  if (values.length === 0) return [];
  const rest = values.length - mostChoices;
  return [`Its values: ${values.slice(0, mostChoices).join(', ')}${rest > 0 ? ` and ${rest} more` : ''}`];
}

/** What a form's scripts see beside its fields (design 7). */
const around: Readonly<Record<string, string>> = {
  client: 'The client of the order, as a record',
  user: 'Who fills in the form, as a record',
  channel: 'The channel of the order, as a record',
  order: 'The order itself: its status and submissionDate',
};
