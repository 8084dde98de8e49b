import { widgetKinds } from '../forms/kinds/kinds.ts';
import { repairPart } from '../forms/repair-part.ts';
import { configSchemas, type PartSchema, type WidgetType } from '../generated/widgets.ts';
import { type DesignWidget, newWidget, orderedConfig } from './design.ts';
import type { StepBody } from './steps.ts';

/** The result of converting a widget, and the names of the properties that are lost. */
export interface Conversion {
  readonly to: StepBody;
  readonly lost: readonly string[];
}

/**
 * Converts a widget to another type: keeps its label, scripts and the properties that the other type also has and
 * accepts; containers, lists and modals keep their contents. Null if the types are in different families (fields,
 * containers, texts).
 */
export function convertWidget(widget: DesignWidget, type: WidgetType, idOf: () => string): Conversion | null {
  const { meta, config, content, rows } = widget;
  if (type === widget.type || familyOf(type) !== familyOf(widget.type)) return null;
  const { properties = {} }: PartSchema = configSchemas[type];
  const shared = Object.entries(config).filter(([key, value]) => {
    const schema = Object.hasOwn(properties, key) ? properties[key] : undefined;
    return schema !== undefined && repairPart(schema, value).problems.length === 0;
  });
  const lost = Object.keys(config).filter((key) => !shared.some(([each]) => each === key));
  const inside = content?.rows ?? rows;
  const holder = content ?? newWidget('container', { idOf });
  const isHolder = familyOf(type) === 'holder' && type !== 'container';
  return {
    to: {
      ...{ type, meta, config: orderedConfig(type, Object.fromEntries(shared)) },
      rows: isHolder ? [] : inside,
      content: isHolder ? { ...holder, rows: inside } : null,
    },
    lost,
  };
}

/** The types that a widget can be converted to. */
export const convertibleTypes = (type: WidgetType): WidgetType[] =>
  typesOf(familyOf(type)).filter((each) => each !== type);

const isType = (name: string): name is WidgetType => Object.hasOwn(widgetKinds, name);
const typesOf = (family: Family): WidgetType[] =>
  Object.keys(widgetKinds)
    .filter(isType)
    .filter((each) => familyOf(each) === family);

type Family = 'field' | 'holder' | 'shown';

function familyOf(type: WidgetType): Family {
  const { holds } = widgetKinds[type];
  if (holds === 'value') return 'field';
  return holds === 'nothing' ? 'shown' : 'holder';
}
