import { cloneElement, type ReactElement } from 'react';
import {
  AutocompleteInput,
  DateTimeInput,
  NumberInput,
  ReferenceInput,
  SearchInput,
  SelectInput,
  TextInput,
} from 'react-admin';
import { type Kind, kindOf } from '#schemas/resource/kind.ts';
import type { Field, Resource } from '#schemas/resource/resource.ts';
import { fieldNamed, resourceNamed, sortOf } from './catalogue.ts';
import { choicesOf, lookUp } from './scalar-inputs.tsx';

type Filter = (field: Field) => ReactElement<{ alwaysOn?: boolean }>;

const text: Filter = ({ name, label }) => <TextInput key={name} source={name} label={label} />;
const numeric: Filter = ({ name, label }) => <NumberInput key={name} source={name} label={label} />;
const choice: Filter = ({ name, label, property }) => (
  <SelectInput key={name} source={name} label={label} choices={choicesOf(property)} />
);

const yesNo = [
  { id: 'true', name: 'Yes' },
  { id: 'false', name: 'No' },
];

const reference: Filter = (field) => {
  const { name, label } = field;
  const target = resourceNamed(field.property['x-ref'] ?? '');
  if (!target) return text(field);
  return (
    <ReferenceInput key={name} source={name} reference={target.path} sort={sortOf(target)} label={label}>
      <AutocompleteInput label={label} filterToQuery={lookUp} />
    </ReferenceInput>
  );
};

/** A list is filtered by what it holds. */
const item: Filter = (field) => {
  const property = field.property.items ?? {};
  return filterOf({ ...field, property, kind: kindOf(property, `${field.name}/items`) });
};

/** How a list is narrowed by each kind of property; null where the server has no such filter either. */
const filters = {
  text,
  longText: null,
  markdown: null,
  email: text,
  dateTime: ({ name, label }) => <DateTimeInput key={name} source={name} label={label} />,
  number: numeric,
  integer: numeric,
  boolean: ({ name, label }) => <SelectInput key={name} source={name} label={label} choices={yesNo} />,
  enum: choice,
  reference,
  list: item,
  object: null,
  map: null,
} satisfies Record<Kind, Filter | null>;

/** The search and the filters that a resource names, as react-admin wants them; `areOpen` ones stand there from the start. */
export function filtersOf(resource: Resource, names: string[], areOpen: boolean): ReactElement[] {
  return [
    ...(resource.search.length > 0 ? [<SearchInput key="q" source="q" alwaysOn />] : []),
    ...names.map((name) => cloneElement(filterOf(fieldNamed(resource, name)), { alwaysOn: areOpen })),
  ];
}

function filterOf(field: Field): ReactElement<{ alwaysOn?: boolean }> {
  const make = filters[field.kind];
  if (!make) throw new Error(`x-admin/filters: ${field.name} is a ${field.kind}, which no list can be filtered by`);
  return make(field);
}
