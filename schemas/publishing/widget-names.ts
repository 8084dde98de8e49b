import { typeWords } from '../designing/type-words.ts';
import type { ValidWidget } from '../forms/form.ts';
import { labelInSentence } from '../forms/why/explanation.ts';

/** The name of a widget for its author within a sentence: its label, else its type, and what it is in. */
export function qualifiedName(widget: ValidWidget): string {
  const { parent } = widget;
  const name = ownName(widget);
  const group = parent && nearestNamed(parent);
  return group ? `${name} in ${ownName(group)}` : name;
}

/** The same at the start of a sentence. A label stays as it is written. */
export const nameAtStart = (widget: ValidWidget): string =>
  isNamed(widget) ? qualifiedName(widget) : capitalized(qualifiedName(widget));

function ownName(widget: ValidWidget): string {
  if (widget.parent === null) return 'the form';
  return isNamed(widget) ? labelInSentence(widget) : `an unnamed ${typeWords[widget.type].name.toLowerCase()}`;
}

/** The innermost group or list with a label or key. */
function nearestNamed(widget: ValidWidget): ValidWidget | null {
  if (widget.parent === null) return null;
  return isNamed(widget) ? widget : nearestNamed(widget.parent);
}

const isNamed = ({ meta, key }: ValidWidget) => (meta.label || key).trim() !== '';

/** A text with a capital first letter. */
export const capitalized = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** A noun for each property that authors know by another word than its key. */
export const propertyWords: Readonly<Record<string, string>> = {
  validationScript: 'rule',
  conditionalScript: 'condition',
  initialValue: 'initial value',
  minValue: 'minimum',
  maxValue: 'maximum',
  minItems: 'minimum number of rows',
  maxItems: 'maximum number of rows',
  minLength: 'minimum length',
  maxLength: 'maximum length',
  minDate: 'earliest date',
  maxDate: 'latest date',
  precision: 'number of decimals',
  documentationHint: 'short help',
  documentationLong: 'help',
};
