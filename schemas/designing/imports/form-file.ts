import { isRecord } from '../../forms/is-record.ts';
import type { Form, JsonMap } from '../../generated/types.ts';
import type { Design } from '../design.ts';
import { fromFormio, isFormio } from './formio/formio.ts';
import type { ImportedWidget } from './import-builder.ts';
import type { ImportResult } from './imported.ts';
import { fromJsonSchema, isJsonSchema } from './jsonschema/json-schema.ts';
import { type ImportError, openImportedForm } from './open-imported-form.ts';
import { readJson } from './parse-json.ts';
import { fromSurveyJs, isSurveyJs } from './surveyjs/surveyjs.ts';

/** The `format` of our export files. */
export const fileFormat = 'order-portal-form/1';

/** The data of an exported form besides its fields. */
export interface FormFileMetadata extends Partial<Pick<Form, 'name' | 'description' | 'tableColumns'>> {
  examples?: JsonMap[];
}

/** Serializes a form as an export file that `readFormFile` can import. */
export function exportFormFile(
  { name, description, tableColumns, examples }: FormFileMetadata,
  formSchema: JsonMap,
): string {
  return `${JSON.stringify({ format: fileFormat, name, description, tableColumns, examples, formSchema }, null, 2)}\n`;
}

/** The result of reading a file: a form, or the errors that prevent the import. */
export type FormFileResult = ImportedFile | { readonly faults: readonly ImportError[] };

export interface ImportedFile {
  readonly design: Design;
  readonly about: FormFileMetadata;
  /** Errors of imported scripts, by their path in the form. */
  readonly scripts: readonly ImportError[];
  /** What was not imported, and what was changed, by its path in the file. */
  readonly left: readonly ImportNote[];
  readonly changed: readonly ImportNote[];
  /** Sentences about what differs in neither questions, answers nor validity. */
  readonly summary: readonly string[];
}

/** A difference to the file, at a widget of the imported form. Without a widget it concerns the whole form. */
export interface ImportNote extends ImportError {
  readonly widget: ImportedWidget | null;
}

/** Imports a form file: our own format, a bare formSchema, or a form of SurveyJS, Form.io or JSON Schema. */
export function readFormFile(text: string, idOf: () => string): FormFileResult {
  const read = readJson(text);
  return 'message' in read ? { faults: [{ path: '', ...read }] } : readFormValue(read.value, idOf);
}

function readFormValue(value: unknown, idOf: () => string): FormFileResult {
  if (!isRecord(value)) return { faults: [{ path: '', message: noForm }] };
  const isBare = isRecord(value.root);
  const other = isBare || value.format === fileFormat ? null : otherFormatOf(value);
  if (other !== null) return { faults: [{ path: '', message: `This is a form of ${other}, which can't be imported` }] };
  const convert = isBare || value.format === fileFormat ? null : converterOf(value);
  if (convert) return openConverted(convert(value, idOf), idOf);
  if (!isBare && value.format !== fileFormat) return { faults: [{ path: '/format', message: noForm }] };
  const result = openImportedForm(isBare ? value : value.formSchema, idOf);
  const base = isBare ? '' : '/formSchema';
  if ('faults' in result) return { faults: result.faults.map(({ path, message }) => ({ path: base + path, message })) };
  return { ...result, about: isBare ? {} : aboutOf(value), left: [], changed: [], summary: [] };
}

const noForm = `This isn't a form of this product ("format": "${fileFormat}"), SurveyJS, Form.io, or JSON Schema`;

function converterOf(value: JsonMap): ((value: JsonMap, idOf: () => string) => ImportResult) | null {
  if (isFormio(value)) return fromFormio;
  if (isSurveyJs(value)) return fromSurveyJs;
  return isJsonSchema(value) ? fromJsonSchema : null;
}

/** The name of a known format that cannot be imported; several look like one that can. */
function otherFormatOf(value: JsonMap): string | null {
  const { type, components, elements, fields, schemaVersion, exporter, executionPlatform } = value;
  if (Array.isArray(components) && [schemaVersion, exporter, executionPlatform].some((each) => each !== undefined))
    return 'form-js (Camunda)';
  const isLayout = typeof type === 'string' && /^(\w+Layout|Group|Control|Categorization)$/.test(type);
  if (isRecord(value.uischema) || (isLayout && (Array.isArray(elements) || typeof value.scope === 'string')))
    return 'JSON Forms';
  if (Array.isArray(fields) && ['welcome_screens', 'thankyou_screens', 'workspace'].some((key) => key in value))
    return 'Typeform';
  return typeof value.formId === 'string' && Array.isArray(value.items) ? 'Google Forms' : null;
}

function openConverted(imported: ImportResult, idOf: () => string): FormFileResult {
  const { formSchema, about, notImported, changed, widgets } = imported;
  const result = openImportedForm(formSchema, idOf, imported.scripts);
  if ('faults' in result) return result;
  const withWidget = (each: ImportError): ImportNote => ({ ...each, widget: widgetAt(widgets, each.path) });
  const summary = [...summaryOfProperties(imported), ...summaryOfNames(imported)];
  return { ...result, about, left: notImported.map(withWidget), changed: changed.map(withWidget), summary };
}

/** The number of names that a summary lists. */
const listedNames = 20;

function summaryOfProperties({ withoutEffect }: ImportResult): string[] {
  if (withoutEffect.length === 0) return [];
  const names = [...new Set(withoutEffect.map((path) => path.slice(path.lastIndexOf('/') + 1)))];
  const isButton = (name: string) => /^\d+$/.test(name);
  const texts = [...names.filter((name) => !isButton(name)), ...(names.some(isButton) ? ['buttons'] : [])];
  return [`Without effect on questions, answers and validity, and not imported: ${shortList(texts)}.`];
}

function summaryOfNames({ renamed }: ImportResult): string[] {
  if (renamed.length === 0) return [];
  return [
    `Names that can't be keys here have another key: ${shortList(renamed.map(({ name, key }) => `${name} (${key})`))}.`,
  ];
}

function shortList(texts: readonly string[]): string {
  const rest = texts.length - listedNames;
  return texts.slice(0, listedNames).join(', ') + (rest > 0 ? ` and ${rest} more` : '');
}

/** The innermost widget at a path of the source; null for the whole form. */
function widgetAt(widgets: ImportResult['widgets'], path: string): ImportedWidget | null {
  for (let place = path; place !== ''; place = place.slice(0, place.lastIndexOf('/'))) {
    const widget = widgets.get(place);
    if (widget) return widget;
  }
  return null;
}

/** Properties of the wrong type are ignored; the rest is validated when the form is saved. */
function aboutOf({ name, description, tableColumns, examples }: JsonMap): FormFileMetadata {
  return {
    ...(typeof name === 'string' ? { name } : {}),
    ...(typeof description === 'string' ? { description } : {}),
    ...(Array.isArray(tableColumns) ? { tableColumns: tableColumns.flatMap(columnOf) } : {}),
    ...(Array.isArray(examples) ? { examples: examples.filter(isRecord) } : {}),
  };
}

function columnOf(column: unknown): Form['tableColumns'] {
  if (!isRecord(column) || typeof column.path !== 'string') return [];
  const { path, defaultVisibility = true } = column;
  return [{ path, defaultVisibility: defaultVisibility === true }];
}
