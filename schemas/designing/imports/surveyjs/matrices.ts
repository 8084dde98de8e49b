import { isRecord } from '../../../forms/is-record.ts';
import type { JsonMap } from '../../../generated/types.ts';
import { makeField, makeGroup, optionsOf, type SourceElement } from '../fields.ts';
import { capacityError, type ImportPosition, type ImportState, type WidgetBuilder } from '../import-builder.ts';
import { readSource, type Source } from '../source.ts';
import { elementOf, layoutElements } from './surveyjs.ts';
import { reportUnread, reportUnreadOption } from './unsupported-properties.ts';

/** A matrix with one choice per row becomes a group of choices with the same options. */
export function matrixOfChoices(element: SourceElement): WidgetBuilder {
  const { made, inside } = makeGroup(element, { isKeyed: true, config: { boxed: true } });
  const [columns, rows] = [element.source.list('columns'), element.source.list('rows')];
  if (isNoMatrix(element, columns.length * rows.length)) return made;
  const options = optionsOf(element, { key: 'columns', all: columns, read: optionIn });
  const isRequired = ['eachRowRequired', 'isAllRowRequired'].map((key) => element.source.flag(key)).includes(true);
  const config = { options, ...(isRequired ? { required: true } : {}) };
  made.rows = buildRows(element, { rows, at: inside }, (row) => makeField(row, 'radio', { config: { ...config } }));
  return made;
}

/** A matrix of fields becomes a group per row, with a field per column. */
export function matrixOfCells(element: SourceElement): WidgetBuilder {
  const { importing, source } = element;
  const { made, inside } = makeGroup(element, { isKeyed: true, config: { boxed: true } });
  const cells = cellsOf(element);
  const details = detailsOf(element);
  const rows = source.list('rows');
  if (isNoMatrix(element, rows.length * (cells.all.length && cells.all.length + details.length))) return made;
  made.rows = buildRows(element, { rows, at: inside }, (row) => {
    const group = makeGroup(row, { isKeyed: true });
    const widgets = buildColumns(importing, cells, group.inside).flat();
    if (widgets.length > 0) group.made.rows = [widgets, ...layoutDetails(element, details, group.inside)];
    return group.made;
  });
  return made;
}

/** An option is a value, or an object with a value and a text. */
export function optionIn(each: unknown, own: Source | null): { value: unknown; label: string } {
  if (!own) return { value: each, label: '' };
  const option = { value: own.take('value'), label: own.words('text', 5_000) };
  reportUnreadOption(own);
  return option;
}

function buildRows(
  { importing, source }: SourceElement,
  { rows, at }: { rows: readonly unknown[]; at: ImportPosition },
  make: (row: SourceElement) => WidgetBuilder,
): WidgetBuilder['rows'] {
  const made: WidgetBuilder['rows'] = [];
  for (const [index, raw] of rows.entries()) {
    const full = capacityError(importing, at);
    if (full) {
      source.leave('rows', full);
      break;
    }
    const row = readSource(normalizeItem(raw), `${source.path}/rows/${index}`, importing);
    const name = row.text('name', 200);
    made.push([{ ratio: 1, widget: make({ importing, source: row, at, name, label: row.words('title') || name }) }]);
    reportUnread(row);
  }
  return made;
}

/** A row or column is a text, or an object with a value and a text. */
function normalizeItem(row: unknown): JsonMap {
  if (!isRecord(row)) return { name: String(row) };
  const { value, text, ...others } = row;
  return { ...others, name: value ?? row.name, title: text ?? row.title };
}

interface Cells {
  all: unknown[];
  path: string;
  cellType: unknown;
  choices: unknown[];
}

/** Reads the columns, cell type and shared choices of a matrix of fields. */
export function cellsOf(element: SourceElement): Cells {
  const { source } = element;
  const cellType = source.take('cellType') ?? 'dropdown';
  const [all, choices] = [source.list('columns'), source.list('choices')];
  const isShared = all.length * choices.length <= maxCells;
  if (!isShared) source.leave('choices', tooMany);
  return { all, path: `${source.path}/columns`, cellType, choices: isShared ? choices : [] };
}

/** A few lines of JSON could produce millions of cells. */
const maxCells = 2_000;
const tooMany = "A matrix with more than 2,000 cells can't be imported";

/** Whether a matrix has no cells or too many, which is reported. */
function isNoMatrix({ source }: SourceElement, cells: number): boolean {
  const why = cells > maxCells ? tooMany : 'A matrix must have rows and columns';
  const isNone = cells === 0 || cells > maxCells;
  if (isNone) for (const key of ['rows', 'columns']) source.leave(key, why);
  return isNone;
}

/** Converts columns to fields; a column without options uses those of the matrix. */
export function buildColumns(importing: ImportState, cells: Cells, inside: ImportPosition): WidgetBuilder['rows'] {
  return cells.all.flatMap((raw, index) => {
    const column = isRecord(raw) ? { ...raw, ...columnOf(raw, cells) } : raw;
    const widget = elementOf(importing, { raw: column, path: `${cells.path}/${index}` }, inside);
    return widget ? [[{ ratio: 1, widget }]] : [];
  });
}

function columnOf({ cellType, choices }: JsonMap, of: Cells): JsonMap {
  const isOwn = typeof cellType === 'string' && cellType !== 'default';
  const type = isOwn ? cellType : of.cellType;
  const isAsking = typeof type === 'string' && choiceTypes.has(type) && !(Array.isArray(choices) && choices.length > 0);
  return { type, cellType: undefined, ...(isAsking ? { choices: of.choices } : {}) };
}

const choiceTypes = new Set(['dropdown', 'radiogroup', 'checkbox', 'tagbox']);

/** The elements that each row of a matrix shows besides its cells. */
export function detailsOf({ source }: SourceElement): unknown[] {
  const details = source.list('detailElements');
  const mode = source.text('detailPanelMode');
  if (mode !== '' && mode !== 'none') return details;
  if (details.length > 0) source.summarize('detailElements');
  return [];
}

/** The details of a row, below its cells. */
export const layoutDetails = (
  { importing, source }: SourceElement,
  details: readonly unknown[],
  at: ImportPosition,
): WidgetBuilder['rows'] => layoutElements(importing, { all: details, path: `${source.path}/detailElements` }, at);

const totals: Readonly<Record<string, 'sum' | 'count' | 'average'>> = { sum: 'sum', count: 'count', avg: 'average' };

/** The columns of a table without their totals, which are properties of the table. */
export const withoutTotals = (columns: readonly unknown[]): unknown[] =>
  columns.map((each) => (isRecord(each) ? { ...each, totalType: undefined } : each));

/** Shows the totals of the columns of a table. */
export function addTotals(
  { importing }: SourceElement,
  { type, config }: WidgetBuilder,
  { cells, columns }: { cells: Cells; columns: WidgetBuilder['rows'] },
): void {
  for (const [index, raw] of cells.all.entries()) {
    const totalType = isRecord(raw) ? raw.totalType : undefined;
    if (typeof totalType !== 'string' || totalType === '' || totalType === 'none') continue;
    const path = `${cells.path}/${index}`;
    // The type of a calculated column is known later.
    importing.later.push(() => {
      const column = columns.flat().find(({ widget }) => widget.path === path)?.widget;
      const show = Object.hasOwn(totals, totalType) ? totals[totalType] : undefined;
      const isNumber = column?.type === 'number_input';
      const isCounted = show === 'count' && column !== undefined && column.type !== 'checkbox';
      if (type !== 'table' || !show || !(isNumber || isCounted))
        importing.notImported.push({
          path: `${path}/totalType`,
          message: `The total ${totalType.slice(0, 100)} isn't shown`,
        });
      else config.totals = [...(Array.isArray(config.totals) ? config.totals : []), { column: column.meta.key, show }];
    });
  }
}
