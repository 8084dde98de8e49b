import { isRecord } from '../../../forms/is-record.ts';
import type { JsonMap } from '../../../generated/types.ts';
import type { WidgetType } from '../../../generated/widgets.ts';
import {
  addValidation,
  limitDate,
  makeField,
  makeGroup,
  makeList,
  optionsOf,
  type SourceElement,
  setPlaceholder,
  textOfHtml,
} from '../fields.ts';
import {
  buildWidget,
  capacityError,
  clampMinRows,
  type ImportPosition,
  type WidgetBuilder,
} from '../import-builder.ts';
import { readSource, type Source } from '../source.ts';
import { componentOf, layoutComponents } from './formio.ts';
import { isWithoutEffect, reasonNotImported } from './unsupported-properties.ts';

type Convert = (element: SourceElement) => WidgetBuilder;

/** The converter of each component type. */
export const components: Readonly<Record<string, Convert>> = {
  textfield: (element) => text(element),
  textarea: (element) => {
    const rows = element.source.number('rows');
    const isCount = rows !== undefined && rows >= 1 && rows <= 100;
    return text(element, { textArea: true, ...(isCount ? { minRows: Math.trunc(rows) } : {}) });
  },
  phoneNumber: (element) => text(element),
  email: (element) => {
    const made = text(element);
    addValidation(element, made, { when: 'this and !this:valid_email', because: "This isn't an e-mail address" });
    return made;
  },
  url: (element) => {
    const made = text(element);
    addValidation(element, made, { when: 'this and !this:valid_url', because: "This isn't a web address" });
    return made;
  },
  number: (element) => number(element),
  currency: (element) => number(element, { precision: 2 }),
  hidden: (element) => makeField(element, 'text_input', { config: { hidden: true } }),
  password: (element) => makeField(element, 'password_input'),
  checkbox: (element) => {
    if (element.source.take('inputType') === 'radio')
      element.source.leave('inputType', 'The checkboxes with the same name are independent here');
    return makeField(element, 'checkbox');
  },
  tags: (element) => makeField(element, 'tags_input'),
  time: (element) => makeField(element, 'time_input'),
  day: (element) => makeField(element, 'date_input'),
  datetime: (element) => {
    const isDay = element.source.take('enableTime') === false;
    const made = makeField(element, 'date_input', { config: isDay ? {} : { includeTime: true } });
    const picker = element.source.take('datePicker');
    const limits = readSource(isRecord(picker) ? picker : {}, `${element.source.path}/datePicker`, element.importing);
    const [min, max] = [limits.text('minDate'), limits.text('maxDate')];
    limitDate({ ...element, source: limits }, made, { min: dayOf(min), max: dayOf(max) });
    limits.reportUnread({ reasonOf: reasonNotImported, isWithoutEffect: (key) => pickerLook.has(key) });
    return made;
  },
  file: (element) => makeField(element, element.source.flag('multiple') ? 'multiple_file_input' : 'file_input'),
  selectboxes,
  radio: (element) => {
    const all = element.source.list('values');
    if (!isYesOrNo(all)) return choice(element, 'radio', { key: 'values', all });
    // Its two options are side by side in any case.
    element.source.take('inline');
    return makeField(element, 'checkbox', { config: { presentation: 'yes_no' } });
  },
  select: (element) => {
    const { importing, source } = element;
    const rawObject = source.take('data');
    const data = readSource(isRecord(rawObject) ? rawObject : {}, `${source.path}/data`, importing);
    const all = data.list('values');
    data.reportUnread({ reasonOf: reasonNotImported });
    const type = element.source.flag('multiple') ? 'multiple_select' : 'select';
    return choice(element, type, { key: 'data/values', all });
  },
  content: (element) => markdown(element, element.source.words('html', 50_000)),
  htmlelement: (element) => markdown(element, element.source.words('content', 50_000)),
  panel: (element) => group(element, { isKeyed: false, config: { boxed: true } }),
  fieldset: (element) => group({ ...element, label: element.source.words('legend') || element.label }, boxed),
  well: (element) => group({ ...element, label: '' }, boxed),
  container: (element) => group(element, { isKeyed: true }),
  tabs: (element) => {
    element.importing.changed.push({ path: element.source.path, message: 'Tabs are placed below one another' });
    const { made, inside } = makeGroup(element, { isKeyed: false });
    for (const [index, raw] of element.source.list('components').entries()) {
      const tab = isRecord(raw) ? { ...raw, type: 'panel' } : raw;
      const widget = componentOf(
        element.importing,
        { raw: tab, path: `${element.source.path}/components/${index}` },
        inside,
      );
      if (widget) made.rows.push([{ ratio: 1, widget }]);
    }
    return made;
  },
  columns: (element) => {
    const { made, inside } = makeGroup({ ...element, label: '' }, { isKeyed: false });
    made.rows = [cellsIn(element, { all: element.source.list('columns'), path: 'columns' }, inside)].filter(
      (row) => row.length > 0,
    );
    return made;
  },
  table: (element) => {
    const { made, inside } = makeGroup({ ...element, label: '' }, { isKeyed: false });
    const rows = element.source
      .list('rows')
      .map((row, index) => ({ all: Array.isArray(row) ? row : [], path: `rows/${index}` }));
    made.rows = rows.map((row) => cellsIn(element, row, inside)).filter((row) => row.length > 0);
    // They only count `rows`.
    element.source.take('numRows');
    element.source.take('numCols');
    return made;
  },
  datagrid: (element) => list(element, 'table'),
  editgrid: (element) => list(element, 'collection'),
  survey: (element) => {
    const { made, inside } = makeGroup(element, { isKeyed: true, config: { boxed: true } });
    const [values, questions] = [element.source.list('values'), element.source.list('questions')];
    if (values.length * questions.length > 2_000) {
      element.source.leave('questions', "A survey with more than 2,000 answers can't be imported");
      return made;
    }
    for (const [index, raw] of questions.entries()) {
      const question = isRecord(raw) ? { ...raw, value: undefined, type: 'radio', key: raw.value, values } : raw;
      const widget = componentOf(
        element.importing,
        { raw: question, path: `${element.source.path}/questions/${index}` },
        inside,
      );
      if (widget) made.rows.push([{ ratio: 1, widget }]);
    }
    return made;
  },
};

const boxed = { isKeyed: false, config: { boxed: true } };

/** A single-line or multi-line text; one with multiple values becomes tags. */
function text(element: SourceElement, config: JsonMap = {}): WidgetBuilder {
  const isList = element.source.flag('multiple');
  const made = makeField(element, isList ? 'tags_input' : 'text_input', { config: isList ? {} : config });
  if (!isList) setPlaceholder(made, element.source.words('placeholder', 200));
  const suffix = element.source.text('suffix', 50);
  if (suffix !== '' && !isList) made.config.floatingSuffix = suffix;
  const mask = isList || config.textArea === true ? '' : element.source.text('inputMask', 100);
  // A digit is 9 in both, and * a letter or digit. Letters in one case have no counterpart.
  if (mask !== '' && !/[A-Za-z_#&|?[\]{}\\]/.test(mask)) made.config.mask = mask;
  else if (mask !== '') element.source.leave('inputMask', reasonNotImported('inputMask'));
  return made;
}

/** Form.io writes limits as days or as times of a day. */
const dayOf = (limit: string): string => limit.replace(/T00:00.*$/, '');

/** What its picker of dates shows. */
const pickerLook: ReadonlySet<string> = new Set([
  ...[
    'datepickerMode',
    'initDate',
    'maxMode',
    'minMode',
    'showWeeks',
    'startingDay',
    'yearRange',
    'yearRows',
    'yearColumns',
  ],
]);

function number(element: SourceElement, config: JsonMap = {}): WidgetBuilder {
  const made = makeField(element, 'number_input', { config });
  const suffix = element.source.text('suffix', 50);
  const decimals = element.source.number('decimalLimit');
  if (suffix !== '') made.config.floatingSuffix = suffix;
  if (decimals !== undefined && decimals >= 0 && decimals <= 15) made.config.precision = Math.trunc(decimals);
  return made;
}

type Choice = Extract<WidgetType, 'radio' | 'select' | 'checkboxes' | 'multiple_select'>;

function choice(
  element: SourceElement,
  type: Choice,
  { key, all }: { key: string; all: readonly unknown[] },
): WidgetBuilder {
  // Form.io's builder starts each list with an empty option.
  const filled = all.filter((each) => !isRecord(each) || each.value !== '' || each.label !== '');
  const read = (_: unknown, own: Source | null) => {
    const option = own && { value: own.take('value'), label: own.words('label', 5_000) };
    own?.reportUnread({ reasonOf: reasonNotImported, isWithoutEffect });
    return option;
  };
  const made = makeField(element, type, { config: { options: optionsOf(element, { key, all: filled, read }) } });
  if (type === 'radio' && element.source.flag('inline')) made.config.layout = 'inline';
  return made;
}

/** Whether the options are true and false, in either order, with the labels Yes and No. */
function isYesOrNo(options: readonly unknown[]): boolean {
  const texts = options.map((each) => (isRecord(each) ? `${each.value} ${each.label}`.toLowerCase() : ''));
  return options.length === 2 && texts.includes('true yes') && texts.includes('false no');
}

/** Form.io stores an object with a boolean per option, we store a list of the selected ones. */
function selectboxes(element: SourceElement): WidgetBuilder {
  const made = choice(element, 'checkboxes', { key: 'values', all: element.source.list('values') });
  const value = element.source.take('defaultValue');
  const selected = isRecord(value) ? Object.keys(value).filter((key) => value[key] === true) : [];
  const { options } = made.config;
  const offered = Array.isArray(options) ? options.map((each) => each.value) : [];
  const valid = selected.filter((each) => offered.includes(each));
  if (valid.length > 0) made.config.initialValue = { static: true, value: valid };
  if (valid.length < selected.length)
    element.source.leave('defaultValue', "The default value includes options that don't exist");
  return made;
}

function markdown(element: SourceElement, html: string): WidgetBuilder {
  const { importing, source } = element;
  return buildWidget(importing, source.path, {
    type: 'markdown',
    meta: {},
    config: { content: textOfHtml(element, html) },
  });
}

function group(element: SourceElement, how: { isKeyed: boolean; config?: JsonMap }): WidgetBuilder {
  const { made, inside } = makeGroup(element, how);
  const path = `${element.source.path}/components`;
  made.rows = layoutComponents(element.importing, { all: element.source.list('components'), path }, inside);
  return made;
}

function list(element: SourceElement, type: 'table' | 'collection'): WidgetBuilder {
  const { source, importing, at } = element;
  const rawObject = source.take('validate');
  const rules = readSource(isRecord(rawObject) ? rawObject : {}, `${source.path}/validate`, importing);
  const [least = 0, most] = [rules.number('minLength'), rules.number('maxLength')];
  const minItems = clampMinRows(at, rules.flag('required') ? Math.max(1, least) : least);
  rules.reportUnread({ reasonOf: reasonNotImported });
  const isLimit = most !== undefined && most >= 0 && most <= 10_000;
  // A data grid begins with a row, unless its author switches that off.
  const isBegun = type === 'table' && minItems === 0 && !source.flag('initEmpty') && !source.flag('noFirstRow');
  const config = {
    minItems,
    ...(isLimit ? { maxItems: Math.trunc(most) } : {}),
    ...(isBegun ? { initialValue: { static: true, value: [{}] } } : {}),
  };
  const { made, inside } = makeList(element, type, config);
  if (made.content)
    made.content.rows = layoutComponents(
      importing,
      { all: source.list('components'), path: `${source.path}/components` },
      inside,
    );
  return made;
}

/** The columns of a row, or the cells of a table row, with their widths in twelfths. */
function cellsIn(
  { importing, source }: SourceElement,
  { all, path }: { all: readonly unknown[]; path: string },
  at: ImportPosition,
): WidgetBuilder['rows'][number] {
  const cells: WidgetBuilder['rows'][number] = [];
  for (const [index, raw] of all.entries()) {
    const place = `${source.path}/${path}/${index}`;
    const full = capacityError(importing, at);
    if (!isRecord(raw) || full) {
      importing.notImported.push({ path: place, message: full ?? 'A column must be an object with components' });
      continue;
    }
    const cell = readSource(raw, place, importing);
    const inside = cell.list('components');
    const width = cell.number('width') ?? 1;
    // These depend on screen sizes; our layout is responsive by itself.
    for (const key of ['offset', 'push', 'pull', 'size', 'currentWidth']) cell.take(key);
    cell.reportUnread({ reasonOf: reasonNotImported, isWithoutEffect });
    const widget = buildWidget(importing, place, { type: 'container', meta: {}, config: {} });
    widget.rows = layoutComponents(
      importing,
      { all: inside, path: `${place}/components` },
      { ...at, depth: at.depth + 1 },
    );
    cells.push({ ratio: width >= 1 && width <= 12 ? width : 1, widget });
  }
  return cells;
}
