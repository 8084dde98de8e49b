import { isRecord } from '../../../forms/is-record.ts';
import type { JsonMap } from '../../../generated/types.ts';
import type { WidgetType } from '../../../generated/widgets.ts';
import {
  addValidation,
  limitCount,
  limitDate,
  limitLength,
  limitNumber,
  limitStep,
  makeField,
  makeGroup,
  makeList,
  optionsOf,
  type SourceElement,
  setPlaceholder,
  textOfHtml,
} from '../fields.ts';
import { clampMinRows, type ImportState, type WidgetBuilder } from '../import-builder.ts';
import { calculated, limitByExpression } from './formulas.ts';
import {
  addTotals,
  buildColumns,
  cellsOf,
  detailsOf,
  layoutDetails,
  matrixOfCells,
  matrixOfChoices,
  optionIn,
  withoutTotals,
} from './matrices.ts';
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
  buttongroup: (element) => {
    const made = choice(element, 'radio');
    made.config.layout = 'inline';
    return made;
  },
  slider,
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
    const { made, inside } = list(element, 'collection', panelProperties);
    if (made.content)
      made.content.rows = layoutElements(element.importing, listOf(element, 'templateElements'), inside);
    return made;
  },
  matrixdynamic: (element) => {
    const details = detailsOf(element);
    // A row with details has no place for them in a table.
    const type = details.length > 0 ? 'collection' : 'table';
    const { made, inside } = list(element, type, rowProperties);
    const cells = cellsOf(element);
    const columns = buildColumns(element.importing, { ...cells, all: withoutTotals(cells.all) }, inside);
    addTotals(element, made, { cells, columns });
    if (!made.content) return made;
    made.content.rows = details.length > 0 ? [columns.flat(), ...layoutDetails(element, details, inside)] : columns;
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
  if (type === 'number_input') {
    limitNumber(made, { min: source.number('min'), max: source.number('max') });
    limitStep(element, made, 'step');
  }
  if (type === 'date_input' && inputType === 'date')
    limitDate(element, made, { min: source.text('min'), max: source.text('max') });
  if (type === 'number_input' || (type === 'date_input' && inputType === 'date')) {
    const isNumber = type === 'number_input';
    // An expression replaces the constant.
    limitByExpression(element, made, { from: 'minValueExpression', to: isNumber ? 'minValueScript' : 'minDate' });
    limitByExpression(element, made, { from: 'maxValueExpression', to: isNumber ? 'maxValueScript' : 'maxDate' });
  }
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
  if (type === 'select') options.push(...numericOptions(element));
  for (const { value, keys, text, label } of specialOptions) {
    // Both names of a property are in use. The option excludes the others.
    const isOffered = keys.map((key) => source.flag(key)).includes(true);
    const own = source.words(text, 1_000) || label;
    if (isOffered && options.every((each) => each.value !== value)) options.push({ value, label: own });
    if (isOffered && isMultiple) exclusiveOptions.push(value);
  }
  const { otherLabel, own } = ownAnswerOf(element, type);
  const made = makeField({ ...element, own }, otherLabel !== '' && type === 'multiple_select' ? 'checkboxes' : type, {
    config: {
      options,
      ...(otherLabel === '' ? {} : { otherLabel }),
      ...(exclusiveOptions.length > 0 ? { exclusiveOptions } : {}),
    },
  });
  if (isMultiple)
    limitCount(element, made, { min: source.number('minSelectedChoices'), max: source.number('maxSelectedChoices') });
  return made;
}

const specialOptions = [
  { value: 'none', keys: ['showNoneItem', 'hasNone'], text: 'noneText', label: 'None' },
  { value: 'refused', keys: ['showRefuseItem'], text: 'refuseText', label: 'Refuse to answer' },
  { value: 'dontknow', keys: ['showDontKnowItem'], text: 'dontKnowText', label: "Don't know" },
] as const;

/** The label of the choice with an own answer, '' without one, and what SurveyJS stores. */
function ownAnswerOf(
  { source }: SourceElement,
  type: WidgetType,
): { otherLabel: string; own: NonNullable<SourceElement['own']> } {
  const hasOther = [source.flag('showOtherItem'), source.flag('hasOther')].includes(true);
  const label = source.words('otherText', 200) || 'Other (describe)';
  const isOpen = source.flag('allowCustomChoices') && type !== 'radio';
  if (isOpen) return { otherLabel: hasOther ? label : 'Other', own: 'text' };
  return hasOther ? { otherLabel: label, own: 'other' } : { otherLabel: '', own: 'none' };
}

/** The options of a dropdown that are numbers between two limits. */
function numericOptions({ source, importing }: SourceElement): { value: string }[] {
  const [min, max, step = 1] = [source.number('choicesMin'), source.number('choicesMax'), source.number('choicesStep')];
  if (min === undefined || max === undefined) return [];
  const numbers = numbersBetween(importing, { min, max, step });
  if (numbers === null) source.leave('choicesMax', 'Too many numbers for a list of options');
  return (numbers ?? []).map((value) => ({ value: String(value) }));
}

/** The options of the numbers in a form: a few words of JSON could produce millions. */
const maxNumbers = 20_000;

/** The numbers from a minimum to a maximum; null if they are too many for options. */
function numbersBetween(
  { counted }: ImportState,
  { min, max, step }: { min: number; max: number; step: number },
): number[] | null {
  const count = Math.floor((max - min) / step + 1e-9) + 1;
  if (!(step > 0) || !(count <= 200) || counted.numbers + count > maxNumbers) return null;
  counted.numbers += Math.max(0, count);
  return Array.from({ length: Math.max(0, count) }, (_, index) => Number((min + index * step).toPrecision(12)));
}

/** A rating is a choice of one of its values. */
function rating(element: SourceElement): WidgetBuilder {
  const { source, importing } = element;
  const values = source.list('rateValues');
  const [isGenerated, step, count] = [
    source.take('autoGenerate'),
    source.number('rateStep') ?? 1,
    source.number('rateCount'),
  ];
  const min = source.number('rateMin') ?? 1;
  const max = source.number('rateMax') ?? (count === undefined ? 5 : min + (count - 1) * step);
  const [least, most] = [source.words('minRateDescription', 500), source.words('maxRateDescription', 500)];
  const numbers = values.length > 0 && isGenerated !== true ? [] : numbersBetween(importing, { min, max, step });
  if (numbers === null) {
    importing.changed.push({
      path: source.path,
      message: `A rating with many values is a number from ${min} to ${max}`,
    });
    const made = makeField(element, 'number_input');
    limitNumber(made, { min, max });
    return made;
  }
  const options =
    numbers.length > 0
      ? numbers.map((value): { value: string; label?: string } => ({ value: String(value) }))
      : optionsOf(element, { key: 'rateValues', all: values, read: optionIn });
  describe(options.at(0), least);
  describe(options.at(-1), most);
  return makeField(element, 'radio', { config: { options, layout: 'inline' } });
}

/** Adds the description of an end of the scale to its value. */
function describe(option: { value: string; label?: string } | undefined, description: string): void {
  if (option && description !== '') option.label = `${option.label ?? option.value} (${description})`;
}

/** A slider of one number. */
function slider(element: SourceElement): WidgetBuilder {
  const { source } = element;
  const made = makeField(element, 'number_input');
  if (!['', 'single'].includes(source.text('sliderType')))
    source.leave('sliderType', 'A slider of a range is a single number here');
  limitNumber(made, { min: source.number('min') ?? 0, max: source.number('max') ?? 100 });
  limitStep(element, made, 'step');
  return made;
}

interface ListProperties {
  readonly least: string;
  readonly most: string;
  /** The number of empty rows with which a new list begins. */
  readonly first: string;
  readonly standard: number;
  /** Whether rows can be added and removed. */
  readonly add: string;
  readonly remove: string;
}

const rowProperties: ListProperties = {
  ...{ least: 'minRowCount', most: 'maxRowCount', first: 'rowCount', standard: 2 },
  ...{ add: 'allowAddRows', remove: 'allowRemoveRows' },
};
const panelProperties: ListProperties = {
  ...{ least: 'minPanelCount', most: 'maxPanelCount', first: 'panelCount', standard: 0 },
  ...{ add: 'allowAddPanel', remove: 'allowRemovePanel' },
};

function list(element: SourceElement, type: 'collection' | 'table', of: ListProperties) {
  const { source, at } = element;
  const least = clampMinRows(at, source.number(of.least) ?? 0);
  const most = source.number(of.most);
  const limit = most !== undefined && most >= 0 && most <= 10_000 ? Math.trunc(most) : undefined;
  const first = Math.min(clampMinRows(at, source.number(of.first) ?? of.standard), limit ?? 100, 100);
  const begun = Math.max(first, least);
  // Without more rows, or without fewer, the rows at the beginning are a limit.
  const minItems = source.take(of.remove) === false ? begun : least;
  const maxItems = source.take(of.add) === false ? begun : limit;
  const initialValue = { static: true, value: Array.from({ length: begun }, () => ({})) };
  return makeList(element, type, {
    minItems,
    ...(maxItems === undefined ? {} : { maxItems }),
    ...(begun > minItems ? { initialValue } : {}),
  });
}
