import { kinds } from '../forms/kinds/kinds.ts';
import { settle } from '../forms/settle.ts';
import { configSchemas, type PartSchema, type WidgetType } from '../generated/widgets.ts';
import { type DesignWidget, newWidget, orderedConfig } from './design.ts';
import type { Body } from './steps.ts';

/** What a widget becomes, and which of its properties do not come along, by their names. */
export interface Conversion {
  readonly to: Body;
  readonly lost: readonly string[];
}

/**
 * A widget as one of another type: its label, scripts and whatever the other type knows as well and can hold; a list,
 * modal or container keeps what stands in it. Null where the types are not kindred: fields become fields, what others
 * stand in becomes such, a text to read another one.
 */
export function conversionOf(widget: DesignWidget, type: WidgetType, idOf: () => string): Conversion | null {
  const { meta, config, content, rows } = widget;
  if (type === widget.type || familyOf(type) !== familyOf(widget.type)) return null;
  const { properties = {} }: PartSchema = configSchemas[type];
  const kept = Object.entries(config).filter(([key, value]) => {
    const schema = Object.hasOwn(properties, key) ? properties[key] : undefined;
    return schema !== undefined && settle(schema, value).problems.length === 0;
  });
  const lost = Object.keys(config).filter((key) => !kept.some(([each]) => each === key));
  const inside = content?.rows ?? rows;
  const holder = content ?? newWidget('container', { idOf });
  const isHolder = familyOf(type) === 'holder' && type !== 'container';
  return {
    to: {
      ...{ type, meta, config: orderedConfig(type, Object.fromEntries(kept)) },
      rows: isHolder ? [] : inside,
      content: isHolder ? { ...holder, rows: inside } : null,
    },
    lost,
  };
}

/** The types that a widget can become. */
export const kindredOf = (type: WidgetType): WidgetType[] => typesOf(familyOf(type)).filter((each) => each !== type);

const isType = (name: string): name is WidgetType => Object.hasOwn(kinds, name);
const typesOf = (family: Family): WidgetType[] =>
  Object.keys(kinds)
    .filter(isType)
    .filter((each) => familyOf(each) === family);

type Family = 'field' | 'holder' | 'shown';

function familyOf(type: WidgetType): Family {
  const { holds } = kinds[type];
  if (holds === 'value') return 'field';
  return holds === 'nothing' ? 'shown' : 'holder';
}
