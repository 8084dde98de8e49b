import type { DesignWidget } from '#schemas/designing/design.ts';
import { isEqual } from '#schemas/forms/is-equal.ts';
import { isRecord } from '#schemas/forms/is-record.ts';
import { widgetKinds } from '#schemas/forms/kinds/kinds.ts';
import { propertyHelp } from '#schemas/generated/property-help.ts';
import { scriptParts } from '#schemas/generated/script-parts.ts';
import { configSchemas, metaSchema, type PartSchema, type WidgetType } from '#schemas/generated/widgets.ts';

/** A property that all selected widgets have. */
export interface Property {
  part: 'meta' | 'config';
  key: string;
  /** JSON pointer within the widget. */
  place: string;
  schema: PartSchema;
  /** The common value; undefined if no widget has one. */
  value: unknown;
  /** Whether the widgets have different values. */
  isMixed: boolean;
  /** Help text; '' if the name is enough. */
  help: string;
  /** Where it appears in the panel. */
  section: PropertySection;
}

/** The sections of the panel, from top to bottom. The scripts are folded. */
export type PropertySection = 'main' | 'more' | 'scripts';

/** The properties that authors set most, in this order. All others follow in the order of their schema. */
const mainKeys = [
  ...[
    'label',
    'required',
    'content',
    'options',
    'optionsFrom',
    'otherLabel',
    'exclusiveOptions',
    'minValue',
    'maxValue',
    'precision',
  ],
  ...['minLength', 'maxLength', 'mask', 'placeholder', 'minItems', 'maxItems', 'minDate', 'maxDate', 'minYear'],
  ...['rowTitles', 'totals', 'presentation', 'description'],
];

/** Layout properties are edited by drag and drop, not by inputs. */
const isLayout = (schema: PartSchema) =>
  schema['x-widget'] !== undefined || schema.items?.properties?.columns !== undefined;

/**
 * Returns the properties that the widgets share, from the schemas of their types, in the order in which authors need
 * them. A new schema property appears here without further code.
 */
export function propertiesOf(widgets: readonly DesignWidget[]): Property[] {
  const [first] = widgets;
  if (!first) return [];
  const isSingle = widgets.length === 1;
  const meta = entriesOf(metaSchema).filter(
    ([key]) => key !== 'key' && (isSingle || key !== 'label') && widgets.every(({ type }) => appliesTo(key, type)),
  );
  const config = entriesOf(configSchemas[first.type]).filter(
    ([key, schema]) =>
      !isLayout(schema) &&
      !(key === 'options' && widgets.every(({ config: { optionsFrom } }) => Boolean(optionsFrom))) &&
      widgets.every(({ type }) => isEqual(configSchemas[type].properties?.[key], schema) && appliesTo(key, type)),
  );
  const property = (part: Property['part'], [key, written]: [string, PartSchema]): Property => {
    const values = widgets.map((widget) => widget[part][key]);
    const isMixed = values.some((value) => !isEqual(value, values[0]));
    const schema = key === 'initialValue' && !isMixed ? initialValueSchema(written, first) : written;
    const help = part === 'config' ? (helpOf(first.type, key) ?? '') : '';
    const place = `/${part}/${key}`;
    const section = mainKeys.includes(key) ? 'main' : Object.hasOwn(scriptParts, place) ? 'scripts' : 'more';
    return { part, key, place, schema, value: isMixed ? undefined : values[0], isMixed, help, section };
  };
  const all = [...meta.map((each) => property('meta', each)), ...config.map((each) => property('config', each))];
  const rank = ({ section, key }: Property) => (section === 'main' ? mainKeys.indexOf(key) : mainKeys.length);
  return all.toSorted((one, other) => rank(one) - rank(other));
}

const entriesOf = ({ properties = {} }: PartSchema) => Object.entries(properties);

/** Properties that are in the schema of all types, but only have a meaning for widgets with these contents. */
const meaningful: Readonly<Record<string, readonly string[]>> = {
  emptyUntilAnswered: ['value'],
  initialValue: ['value', 'rows', 'group'],
  prefill: ['value'],
  required: ['value', 'rows'],
  requiredScript: ['value', 'rows'],
  readonlyScript: ['value', 'rows', 'group'],
};

const appliesTo = (key: string, type: WidgetType) => meaningful[key]?.includes(widgetKinds[type].holds) ?? true;

/** Help text for a config property, if its name is not enough. */
export const helpOf = (type: WidgetType, key: string): string | undefined =>
  propertyHelp[type]?.[key] ?? propertyHelp.common?.[key];

/** Schema of an initial value. A static one has the type of the widget's value; all others are expressions. */
function initialValueSchema(schema: PartSchema, { type, config }: DesignWidget): PartSchema {
  const { initialValue } = config;
  if (!isRecord(initialValue) || initialValue.static !== true) return schema;
  return { ...schema, properties: { ...schema.properties, value: valueSchema(type) } };
}

function valueSchema(type: WidgetType): PartSchema {
  const kind = widgetKinds[type];
  const valueType = kind.holds === 'value' ? kind.scriptType : 'any';
  if (valueType === 'boolean' || valueType === 'number') return { type: valueType };
  if (typeof valueType === 'object' && 'list' in valueType && valueType.list === 'text')
    return { type: 'array', items: { type: 'string' } };
  return {};
}
