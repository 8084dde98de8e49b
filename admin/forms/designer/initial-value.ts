import type { DesignWidget } from '#schemas/designing/design.ts';
import { isRecord } from '#schemas/forms/is-record.ts';
import { widgetKinds } from '#schemas/forms/kinds/kinds.ts';
import type { PartSchema, WidgetType } from '#schemas/generated/widgets.ts';

/** Schema of an initial value. A static one has the type of the widget's value; all others are expressions. */
export function initialValueSchema(schema: PartSchema, { type, config }: DesignWidget): PartSchema {
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
