import type { Property } from '../../generated/vocabulary.ts';
import { type Kind, kindOf } from '../../resource/kind.ts';
import { labelOf, valueLabel } from '../../resource/resource.ts';
import { dayText, momentText } from '../../texts/moments.ts';
import { moneyText } from '../../texts/money.ts';
import { groupText, type Place, rowsText, unknownPlace, valueText } from './place.ts';

/** A record, or an object in it, with the labels of its schema. `known` overrides the places of some properties. */
export function recordPlace(
  schema: Pick<Property, 'properties'>,
  known: Readonly<Record<string, Place>> = {},
  names: Pick<Place, 'label' | 'name'> = { label: '', name: 'the record' },
): Place {
  const inside = (key: string) => {
    const property = schema.properties?.[key];
    return known[key] ?? (property ? propertyPlace(key, property) : unknownPlace(key));
  };
  return { ...names, holds: 'group', inside, text: groupText(inside) };
}

function propertyPlace(key: string, property: Property): Place {
  const label = property.title ?? labelOf(key);
  const names = { label, name: `the ${label.toLowerCase()}` };
  return { ...places[kindOf(property, key)](property, names), isAlong: property.readOnly ?? false };
}

type Names = Pick<Place, 'label' | 'name'>;
type PlaceOf = (property: Property, names: Names) => Place;

const value =
  (text: Place['text']): PlaceOf =>
  (_property, names) => ({ ...names, holds: 'value', inside: unknownPlace, text });

const plain = value(valueText);
const worded = (words: (text: string) => string) =>
  value((each) => (typeof each === 'string' && each !== '' ? words(each) : valueText(each)));

const list: PlaceOf = ({ items = {} }, names) => {
  const item = places[kindOf(items, names.label)](items, { label: '', name: `a row of ${names.name}` });
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
} satisfies Record<Kind, PlaceOf>;
