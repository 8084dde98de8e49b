import type { Property } from '../../generated/vocabulary.ts';
import { type PropertyKind, propertyKindOf } from '../../resource/kind.ts';
import { labelOf, valueLabel } from '../../resource/resource.ts';
import { dayText, momentText } from '../../texts/moments.ts';
import { moneyText } from '../../texts/money.ts';
import { type FieldDescription, groupText, rowsText, unknownPlace, valueText } from './place.ts';

/** A record, or an object in it, with the labels of its schema. `known` overrides the places of some properties. */
export function recordPlace(
  schema: Pick<Property, 'properties'>,
  known: Readonly<Record<string, FieldDescription>> = {},
  names: Pick<FieldDescription, 'label' | 'name'> = { label: '', name: 'the record' },
): FieldDescription {
  const inside = (key: string) => {
    const property = schema.properties?.[key];
    return known[key] ?? (property ? propertyPlace(key, property) : unknownPlace(key));
  };
  return { ...names, holds: 'group', inside, text: groupText(inside) };
}

function propertyPlace(key: string, property: Property): FieldDescription {
  const label = property.title ?? labelOf(key);
  const names = { label, name: `the ${label.toLowerCase()}` };
  return { ...places[propertyKindOf(property, key)](property, names), isSetByServer: property.readOnly ?? false };
}

type Names = Pick<FieldDescription, 'label' | 'name'>;
type PlaceOf = (property: Property, names: Names) => FieldDescription;

const value =
  (text: FieldDescription['text']): PlaceOf =>
  (_property, names) => ({ ...names, holds: 'value', inside: unknownPlace, text });

const plain = value(valueText);
const worded = (words: (text: string) => string) =>
  value((each) => (typeof each === 'string' && each !== '' ? words(each) : valueText(each)));

const list: PlaceOf = ({ items = {} }, names) => {
  const item = places[propertyKindOf(items, names.label)](items, { label: '', name: `a row of ${names.name}` });
  return { ...names, holds: item.holds === 'group' ? 'rows' : 'value', inside: () => item, text: rowsText(item) };
};

/** The formatter of each kind of property in a list of changes. A new kind does not compile until it has a row here. */
const places = {
  text: plain,
  longText: plain,
  markdown: plain,
  email: plain,
  phone: plain,
  colour: plain,
  date: worded(dayText),
  dateTime: worded(momentText),
  number: plain,
  integer: plain,
  money: (property, names) => value((each) => moneyText(each, property['x-money']))(property, names),
  boolean: plain,
  enum: (property, names) => worded((each) => valueLabel(each, property))(property, names),
  reference: plain,
  list,
  object: (property, names) => recordPlace(property, {}, names),
  map: plain,
} satisfies Record<PropertyKind, PlaceOf>;
