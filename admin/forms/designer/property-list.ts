import type { DesignWidget } from '#schemas/designing/design.ts';
import { isEqual } from '#schemas/forms/is-equal.ts';
import { configSchemas, metaSchema, type PartSchema } from '#schemas/generated/widgets.ts';
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
      !arranged(schema) && widgets.every(({ type }) => isEqual(configSchemas[type].properties?.[key], schema)),
  );
  const property = (part: Property['part'], [key, written]: [string, PartSchema]): Property => {
    const values = widgets.map((widget) => widget[part][key]);
    const isMixed = values.some((value) => !isEqual(value, values[0]));
    const schema = key === 'initialValue' && !isMixed ? initialValueSchema(written, first) : written;
    return { part, key, place: `/${part}/${key}`, schema, value: isMixed ? undefined : values[0], isMixed };
  };
  return [...meta.map((each) => property('meta', each)), ...config.map((each) => property('config', each))];
}

const entriesOf = ({ properties = {} }: PartSchema) => Object.entries(properties);
