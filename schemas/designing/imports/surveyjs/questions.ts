import { isRecord } from '../../../forms/is-record.ts';
import type { JsonMap } from '../../../generated/types.ts';
import type { WidgetType } from '../../../generated/widgets.ts';
import {
  addValidation,
  limitCount,
  limitLength,
  limitNumber,
  makeField,
  makeGroup,
  makeList,
  optionsOf,
  printRule,
  type SourceElement,
  setPlaceholder,
  textOfHtml,
} from '../fields.ts';
import { clampMinRows, type WidgetBuilder } from '../import-builder.ts';
import { readExpression } from './expression.ts';
import { buildColumns, cellsOf, matrixOfCells, matrixOfChoices, optionIn } from './matrices.ts';
import { type PrintedFormula, printFormula } from './print-expression.ts';
import { buildTextBlock, layoutElements } from './surveyjs.ts';

/** The converter of each element type. */
export const questions: Readonly<Record<string, (element: SourceElement) => WidgetBuilder>> = {
  text: textQuestion,
  comment: (element) => {
    const made = makeField(element, 'text_input', { config: { textArea: true } });
    const rows = element.source.number('rows');
    if (rows !== undefined && rows >= 1 && rows <= 20) made.config.minRows = Math.trunc(rows);
    limitLength(element, made, { max: element.source.number('maxLength') });
    setPlaceholder(made, element.source.words('placeholder', 200));
    return made;
  },
  radiogroup: (element) => choice(element, 'radio'),
  dropdown: (element) => choice(element, 'select'),
  checkbox: (element) => choice(element, 'checkboxes'),
  tagbox: (element) => choice(element, 'multiple_select'),
  imagepicker: (element) => choice(element, element.source.flag('multiSelect') ? 'checkboxes' : 'radio'),
  boolean: (element) => {
    const { source } = element;
    const [yes, no] = [source.take('valueTrue') ?? true, source.take('valueFalse') ?? false];
    for (const [key, value, ours] of [
      ['valueTrue', yes, true],
      ['valueFalse', no, false],
    ] as const)
      if (value !== ours)
        element.importing.changed.push({ path: `${source.path}/${key}`, message: `Stored as ${ours} here` });
    return makeField({ ...element, answers: { yes, no } }, 'checkbox', { config: { presentation: 'yes_no' } });
  },
  rating,
  expression: calculated,
  file: (element) => makeField(element, element.source.flag('allowMultiple') ? 'multiple_file_input' : 'file_input'),
  html: (element) => {
    const { importing, source } = element;
    return buildTextBlock(importing, source.path, textOfHtml(element, source.words('html', 50_000)));
  },
  panel: (element) => {
    const { made, inside } = makeGroup(element, { isKeyed: false, config: { boxed: true } });
    made.rows = layoutElements(element.importing, listOf(element, 'elements'), inside);
    return made;
  },
  paneldynamic: (element) => {
    const { made, inside } = list(element, 'collection', ['minPanelCount', 'maxPanelCount']);
    if (made.content)
      made.content.rows = layoutElements(element.importing, listOf(element, 'templateElements'), inside);
    return made;
  },
  matrixdynamic: (element) => {
    const { made, inside } = list(element, 'table', ['minRowCount', 'maxRowCount']);
    if (made.content) made.content.rows = buildColumns(element.importing, cellsOf(element), inside);
    return made;
  },
  matrixdropdown: matrixOfCells,
  matrix: matrixOfChoices,
  multipletext: (element) => {
    const { made, inside } = makeGroup(element, { isKeyed: true });
    const items = element.source.list('items').map((item) => (isRecord(item) ? { ...item, type: 'text' } : item));
    made.rows = layoutElements(element.importing, { all: items, path: `${element.source.path}/items` }, inside);
    return made;
  },
};

const listOf = ({ source }: SourceElement, key: string) => ({ all: source.list(key), path: `${source.path}/${key}` });

/** The field for each inputType of a one-line text. */
const inputs: Readonly<Record<string, { type: WidgetType; config?: JsonMap }>> = {
  number: { type: 'number_input' },
  range: { type: 'number_input' },
  date: { type: 'date_input' },
  'datetime-local': { type: 'date_input', config: { includeTime: true } },
  month: { type: 'date_input', config: { includeDay: false } },
  time: { type: 'time_input' },
  password: { type: 'password_input' },
};

function textQuestion(element: SourceElement): WidgetBuilder {
  const { source } = element;
  const inputType = source.text('inputType');
  const { type, config = {} } = (Object.hasOwn(inputs, inputType) ? inputs[inputType] : undefined) ?? {
    type: 'text_input',
  };
  if (type === 'text_input' && !['', 'text', 'tel', 'email', 'url'].includes(inputType))
    source.leave('inputType', `There's no equivalent of the input type ${inputType.slice(0, 50)}`);
  const made = makeField(element, type, { config });
  if (type === 'number_input') limitNumber(element, made, { min: source.number('min'), max: source.number('max') });
  if (type === 'text_input') {
    limitLength(element, made, { max: source.number('maxLength') });
    setPlaceholder(made, source.words('placeholder', 200));
  }
  if (inputType === 'email')
    addValidation(element, made, { when: 'this and !this:valid_email', because: "This isn't an e-mail address" });
  if (inputType === 'url')
    addValidation(element, made, { when: 'this and !this:valid_url', because: "This isn't a web address" });
  return made;
}

function choice(element: SourceElement, type: 'radio' | 'select' | 'checkboxes' | 'multiple_select'): WidgetBuilder {
  const { source } = element;
  const isMultiple = type === 'checkboxes' || type === 'multiple_select';
  const exclusiveOptions: string[] = [];
  const options = optionsOf(element, {
    key: 'choices',
    all: source.list('choices'),
    read: (each, own) => {
      const isExclusive = isMultiple && own?.take('isExclusive') === true;
      const option = optionIn(each, own);
      if (isExclusive) exclusiveOptions.push(String(option.value));
      return option;
    },
  });
  // Both names of the property are in use. The option excludes the others.
  const hasNone = [source.flag('showNoneItem'), source.flag('hasNone')].includes(true);
  const noneLabel = source.words('noneText', 1_000) || 'None';
  if (hasNone && options.every(({ value }) => value !== 'none')) options.push({ value: 'none', label: noneLabel });
  if (hasNone && isMultiple) exclusiveOptions.push('none');
  const made = makeField(element, type, {
    config: { options, ...(exclusiveOptions.length > 0 ? { exclusiveOptions } : {}) },
  });
  if (isMultiple)
    limitCount(element, made, { min: source.number('minSelectedChoices'), max: source.number('maxSelectedChoices') });
  return made;
}

function rating(element: SourceElement): WidgetBuilder {
  const { source, importing } = element;
  const values = source.list('rateValues');
  if (values.length > 0) {
    return makeField(element, 'radio', {
      config: { options: optionsOf(element, { key: 'rateValues', all: values, read: optionIn }) },
    });
  }
  const minValue = source.number('rateMin') ?? 1;
  const maxValue = source.number('rateMax') ?? source.number('rateCount') ?? 5;
  importing.changed.push({
    path: source.path,
    message: `A rating is a number from ${minValue} to ${maxValue}; numbers outside become the nearest limit`,
  });
  return makeField(element, 'number_input', { config: { minValue, maxValue, precision: 0 } });
}

/** An expression question becomes a calculated field, of the type of its formula. */
function calculated(element: SourceElement): WidgetBuilder {
  const { source, importing } = element;
  const made = makeField(element, 'number_input', { config: { readonly: true } });
  const read = readExpression(source.text('expression', 10_000));
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
    if ('unread' in result) {
      source.leave('expression', `Formula skipped: ${result.unread}`);
      return;
    }
    made.type = calculatedTypes[formula.type];
    if (formula.type === 'boolean') made.config.presentation = 'yes_no';
    made.config.initialValue = { value: result.script };
    made.origins.set('initialValue', [`${source.path}/expression`]);
  });
  return made;
}

const calculatedTypes = {
  ...{ text: 'text_input', number: 'number_input', boolean: 'checkbox', date: 'date_input' },
} as const satisfies Record<PrintedFormula['type'], WidgetType>;

function list(element: SourceElement, type: 'collection' | 'table', [least, most]: readonly [string, string]) {
  const minItems = clampMinRows(element.at, element.source.number(least) ?? 0);
  const maxItems = element.source.number(most);
  const isLimit = maxItems !== undefined && maxItems >= 0 && maxItems <= 10_000;
  return makeList(element, type, { minItems, ...(isLimit ? { maxItems: Math.trunc(maxItems) } : {}) });
}
