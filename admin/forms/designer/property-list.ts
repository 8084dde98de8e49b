import type { DesignWidget } from '#schemas/designing/design.ts';
import { isEqual } from '#schemas/forms/is-equal.ts';
import { kinds } from '#schemas/forms/kinds/kinds.ts';
import { propertyHelp } from '#schemas/generated/property-help.ts';
import { configSchemas, metaSchema, type PartSchema, type WidgetType } from '#schemas/generated/widgets.ts';
import { initialValueSchema } from './initial-value.ts';

/** A property that all selected widgets have. */
export interface Property {
  part: 'meta' | 'config';
  key: string;
  /** Its JSON pointer in the widget. */
  place: string;
  schema: PartSchema;
  /** What they have in common; undefined where none of them says anything. */
  value: unknown;
  /** Whether they differ in it. */
  isMixed: boolean;
  /** What it does; '' where its name says it all. */
  help: string;
}

/** What stands in a widget is arranged, not typed; the key is renamed with all that reads it. */
const arranged = (schema: PartSchema) =>
  schema['x-widget'] !== undefined || schema.items?.properties?.columns !== undefined;

/** The properties of widgets by the schemas of their types: a new one appears by itself. */
export function propertiesOf(widgets: readonly DesignWidget[]): Property[] {
  const [first] = widgets;
  if (!first) return [];
  const isSingle = widgets.length === 1;
  const meta = entriesOf(metaSchema).filter(([key]) => key !== 'key' && (isSingle || key !== 'label'));
  const config = entriesOf(configSchemas[first.type]).filter(
    ([key, schema]) =>
      !arranged(schema) &&
      widgets.every(
        ({ type }) => isEqual(configSchemas[type].properties?.[key], schema) && (isOfAll(key) || holdsAnswer(type)),
      ),
  );
  const property = (part: Property['part'], [key, written]: [string, PartSchema]): Property => {
    const values = widgets.map((widget) => widget[part][key]);
    const isMixed = values.some((value) => !isEqual(value, values[0]));
    const schema = key === 'initialValue' && !isMixed ? initialValueSchema(written, first) : written;
    const help = part === 'config' ? (helpOf(first.type, key) ?? '') : '';
    return { part, key, place: `/${part}/${key}`, schema, value: isMixed ? undefined : values[0], isMixed, help };
  };
  return [...meta.map((each) => property('meta', each)), ...config.map((each) => property('config', each))];
}

const entriesOf = ({ properties = {} }: PartSchema) => Object.entries(properties);

/** All types have it in their schema; it says something of fields only. */
const isOfAll = (key: string) => key !== 'emptyUntilAnswered';
const holdsAnswer = (type: WidgetType) => kinds[type].holds === 'value';

/** What a property of a type's config does, where its name does not say it all. */
export const helpOf = (type: WidgetType, key: string): string | undefined =>
  propertyHelp[type]?.[key] ?? propertyHelp.common?.[key];
