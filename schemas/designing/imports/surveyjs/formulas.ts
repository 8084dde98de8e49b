import type { WidgetType } from '../../../generated/widgets.ts';
import { makeField, printRule, type SourceElement } from '../fields.ts';
import type { WidgetBuilder } from '../import-builder.ts';
import { readExpression } from './expression.ts';
import { type PrintedFormula, printFormula } from './print-expression.ts';

// Calculated values of SurveyJS: expression questions, default values and limits.

/** Limits a number or a day by a formula. */
export function limitByExpression(
  element: SourceElement,
  made: WidgetBuilder,
  { from, to }: { from: string; to: 'minValueScript' | 'maxValueScript' | 'minDate' | 'maxDate' },
): void {
  addFormula(element, {
    key: from,
    apply: ({ script, type }) => {
      if (type !== (made.type === 'number_input' ? 'number' : 'date')) return 'its result has another type';
      made.config[to] = script;
      made.origins.set(to, [`${element.source.path}/${from}`]);
      return null;
    },
  });
}

/** A default value by a formula: as here, it is calculated again until somebody answers. */
export function setInitialFormula(element: SourceElement, made: WidgetBuilder): void {
  addFormula(element, {
    key: 'defaultValueExpression',
    apply: ({ script, type }) => {
      const fits = type === 'text' ? made.type === 'text_input' : calculatedTypes[type] === made.type;
      if (!fits) return 'its result has another type';
      made.config.initialValue = { value: script };
      made.origins.set('initialValue', [`${element.source.path}/defaultValueExpression`]);
      return null;
    },
  });
}

/** Prints the formula in a property, if there is one, once all names are known. `apply` returns why it cannot be used. */
function addFormula(
  element: SourceElement,
  { key, apply }: { key: string; apply: (formula: { script: string; type: PrintedFormula['type'] }) => string | null },
): void {
  const { source, importing } = element;
  const text = source.text(key, 10_000);
  if (text.trim() === '') return;
  const read = readExpression(text);
  importing.formulas.push(() => {
    const formula: { type: PrintedFormula['type'] } = { type: 'number' };
    const result =
      'unread' in read
        ? read
        : printRule(element, (printer) => {
            const { code, type } = printFormula(printer, read.rule);
            formula.type = type;
            return code;
          });
    const unread = 'unread' in result ? result.unread : apply({ script: result.script, type: formula.type });
    if (unread !== null) source.leave(key, `Formula skipped: ${unread}`);
  });
}

/** An expression question becomes a calculated field, of the type of its formula. */
export function calculated(element: SourceElement): WidgetBuilder {
  const made = makeField(element, 'number_input', { config: { readonly: true } });
  addFormula(element, {
    key: 'expression',
    apply: ({ script, type }) => {
      made.type = calculatedTypes[type];
      if (type === 'boolean') made.config.presentation = 'yes_no';
      made.config.initialValue = { value: script };
      made.origins.set('initialValue', [`${element.source.path}/expression`]);
      return null;
    },
  });
  return made;
}

const calculatedTypes = {
  ...{ text: 'text_input', number: 'number_input', boolean: 'checkbox', date: 'date_input' },
} as const satisfies Record<PrintedFormula['type'], WidgetType>;
