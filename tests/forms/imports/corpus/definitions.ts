import { isRecord } from '#schemas/forms/is-record.ts';
import type { JsonMap } from '#schemas/generated/types.ts';
import { type ObjectLiteral, objectLiterals } from './literals.ts';

/** A foreign form definition of a corpus. */
export interface Definition {
  readonly format: 'SurveyJS' | 'Form.io' | 'JSON Schema';
  readonly form: JsonMap;
  /** Whether it runs code of its own, which no import can take over. */
  readonly hasFunctions: boolean;
}

/** The form definitions in a file: in JSON, or in the object literals of a script. */
export function definitionsIn(path: string, text: string): Definition[] {
  if (path.endsWith('.json')) {
    const value: unknown = JSON.parse(text);
    const all = Array.isArray(value) ? value : [value];
    return all.flatMap((each) => (isRecord(each) ? definitionOf({ value: each, hasFunctions: false }) : []));
  }
  const literals = objectLiterals(path, text);
  return literals.flatMap((literal) => {
    const ui = isSchemaName(literal.name) ? uiSchemaOf(literal, literals) : undefined;
    const { value } = literal;
    return definitionOf({ ...literal, value: isSchemaName(literal.name) ? { schema: value, uiSchema: ui } : value });
  });
}

const isSchemaName = (name: string): boolean => name === 'schema';

/** The uiSchema that is declared beside a schema. */
const uiSchemaOf = ({ block }: ObjectLiteral, all: readonly ObjectLiteral[]): JsonMap | undefined =>
  all.find((each) => each.name === 'uiSchema' && each.block === block)?.value;

function definitionOf({ value, hasFunctions }: Pick<ObjectLiteral, 'value' | 'hasFunctions'>): Definition[] {
  if (isRecord(value.schema)) {
    const { schema, uiSchema } = value;
    if (schema.type === undefined && schema.properties === undefined) return [];
    const form = isRecord(uiSchema) ? { schema, uiSchema } : { schema };
    const hasOwn = hasFunctions || hasKey(uiSchema, (key) => key === 'ui:field');
    return [{ format: 'JSON Schema', form, hasFunctions: hasOwn }];
  }
  // A fixture may be a single component.
  const isComponent = typeof value.type === 'string' && typeof value.key === 'string' && !formTypes.has(value.type);
  if (isComponent && (value.input !== undefined || Array.isArray(value.components)))
    return formioOf({ components: [value] }, hasFunctions);
  if (isListOfObjects(value.components)) return formioOf(value, hasFunctions);
  const { pages, elements, questions } = value;
  // A page or panel alone has a name or type.
  const isPart = value.type !== undefined || (value.name !== undefined && pages === undefined);
  const isSurvey = [pages, elements, questions].some(isListOfObjects) && !isPart;
  return isSurvey ? [{ format: 'SurveyJS', form: value, hasFunctions: hasFunctions || hasSurveyCode(value) }] : [];
}

const formTypes = new Set(['form', 'resource']);
const isListOfObjects = (value: unknown): boolean => Array.isArray(value) && value.length > 0 && value.every(isRecord);

function formioOf(form: JsonMap, hasFunctions: boolean): Definition[] {
  const isCode = (key: string, value: unknown) => codeKeys.has(key) && typeof value === 'string' && value.trim() !== '';
  return [{ format: 'Form.io', form, hasFunctions: hasFunctions || hasKey(form, isCode) }];
}

const codeKeys = new Set([
  ...['customConditional', 'calculateValue', 'customDefaultValue', 'custom', 'javascript', 'controller', 'footer'],
  ...['conditionalAddButton', 'calculateValueVariable'],
]);

/** Custom functions in expressions, and types of questions that survey-core does not have. */
function hasSurveyCode(form: JsonMap): boolean {
  return hasKey(form, (key, value) => {
    if (key === 'type' || key === 'cellType') return typeof value === 'string' && !surveyTypes.has(value);
    if (!/(if|expression)$/i.test(key) || typeof value !== 'string') return false;
    const withoutTexts = value.replace(/'[^']*'|"[^"]*"/g, '').replace(/\{[^}]*\}/g, '');
    const calls = [...withoutTexts.matchAll(/([A-Za-z_]\w*)\s*\(/g)].map(([, name = '']) => name);
    return calls.some((name) => !surveyFunctions.has(name) && !surveyOperators.has(name.toLowerCase()));
  });
}

const surveyOperators = new Set(['and', 'or', 'not', 'contains', 'notcontains', 'anyof', 'allof', 'noneof', 'negate']);
const surveyFunctions = new Set([
  ...[
    'sum',
    'min',
    'max',
    'avg',
    'count',
    'round',
    'trunc',
    'iif',
    'getDate',
    'dateDiff',
    'dateAdd',
    'age',
    'diffDays',
  ],
  ...['today', 'year', 'month', 'day', 'weekday', 'currentDate', 'currentYear', 'isContainerReady', 'isDisplayMode'],
  ...['displayValue', 'propertyValue', 'substring', 'sumInArray', 'minInArray', 'maxInArray', 'avgInArray'],
  ...['countInArray', 'getYear', 'getComment', 'displayPropertyValue'],
]);
const surveyTypes = new Set([
  ...['text', 'comment', 'radiogroup', 'dropdown', 'checkbox', 'tagbox', 'imagepicker', 'boolean', 'rating', 'ranking'],
  ...['expression', 'file', 'html', 'image', 'panel', 'paneldynamic', 'matrix', 'matrixdropdown', 'matrixdynamic'],
  ...['multipletext', 'signaturepad', 'buttongroup', 'slider', 'imagemap', 'flowpanel', 'page', 'default', 'empty'],
  ...['numeric', 'email', 'regex', 'answercount', 'complete', 'setvalue', 'copyvalue', 'skip', 'runexpression'],
  ...['visible', 'button', 'dropdowndynamic', 'nouislider', 'url', 'tel', 'number'],
]);

/** Whether a property of an object, at any depth, passes a test. */
function hasKey(value: unknown, test: (key: string, value: unknown) => boolean): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return Object.entries(value).some(([key, inner]) => test(key, inner) || hasKey(inner, test));
}
