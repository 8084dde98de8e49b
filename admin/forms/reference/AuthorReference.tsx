import { Box, Typography } from '@mui/material';
import { useAuthenticated } from 'react-admin';
import { reference } from '#grammar/index.ts';
import { configSchemas, metaSchema, type PartSchema } from '#schemas/generated/widgets.ts';
import { PageHeader, PageSection } from '../../frame/PageHeader.tsx';
import { StatusTable } from '../../status/StatusPart.tsx';
import { paletteTypes, propertyLabel } from '../designer/palette-entries.ts';
import { helpOf } from '../designer/property-list.ts';

/**
 * Reference for form authors: the rules language and the properties of each widget type. Generated from grammar and
 * schemas.
 */
export function AuthorReference() {
  useAuthenticated();
  const { words, helpers, messages, limits } = reference();
  const bounds = Object.entries(limits).map(([name, limit]) => ({ name: propertyLabel(name), limit }));
  return (
    <>
      <PageHeader title="Reference for form authors" />
      <Box sx={{ display: 'grid', gap: 2, maxWidth: 960 }}>
        <PageSection title="Words of the rules language">
          <StatusTable
            title="Words"
            heads={['Word', 'Description']}
            rows={words.map((each) => ({
              key: each.help,
              cells: [<Code key="words" texts={each.words} />, each.help],
            }))}
          />
        </PageSection>
        <PageSection title="Helpers">
          <Typography variant="body2">Write a helper after a value and a colon: $lines:length.</Typography>
          <StatusTable
            title="Helpers"
            heads={['Helper', 'Input', 'Result']}
            rows={helpers.map(({ name, takes, help }) => ({
              key: name,
              cells: [<Code key="name" texts={[`:${name}`]} />, takes, help],
            }))}
          />
        </PageSection>
        <PageSection title="Messages of the rules language">
          <StatusTable
            title="Messages"
            heads={['Kind', 'Message']}
            rows={messages.map(({ severity, text }) => ({ key: text, cells: [propertyLabel(severity), text] }))}
          />
        </PageSection>
        <PageSection title="Script limits">
          <StatusTable
            title="Limits"
            heads={['Limit', 'Maximum']}
            rows={bounds.map(({ name, limit }) => ({ key: name, cells: [name, limit.toLocaleString('en-US')] }))}
          />
        </PageSection>
        <PageSection title="Properties of all widgets">
          <Properties title="All widgets" schema={metaSchema} />
        </PageSection>
        {paletteTypes.map((type) => (
          <PageSection key={type} title={propertyLabel(type)}>
            <Properties title={propertyLabel(type)} schema={configSchemas[type]} helpOf={(key) => helpOf(type, key)} />
          </PageSection>
        ))}
      </Box>
    </>
  );
}

function Code({ texts }: { texts: readonly string[] }) {
  return <code>{texts.join(', ')}</code>;
}

interface PropertiesProps {
  title: string;
  schema: PartSchema;
  /** Help text for a property, if its name is not enough. */
  helpOf?: (key: string) => string | undefined;
}

function Properties({ title, schema, helpOf: explain = () => undefined }: PropertiesProps) {
  return (
    <StatusTable
      title={`Properties: ${title}`}
      heads={['Property', 'Values', 'Default', 'Description']}
      rows={Object.entries(schema.properties ?? {}).map(([name, property]) => ({
        key: name,
        cells: [<Code key="name" texts={[name]} />, takenBy(property), defaultOf(property), explain(name) ?? ''],
      }))}
    />
  );
}

/** Describes the values that a property accepts. */
function takenBy({ type, enum: values, minimum, maximum, maxLength, 'x-widget': widget }: PartSchema): string {
  if (values) return values.join(', ');
  if (widget) return widget === 'any' ? 'a widget' : 'a container';
  const bounds = [
    ...(minimum === undefined ? [] : [`from ${minimum}`]),
    ...(maximum === undefined ? [] : [`to ${maximum.toLocaleString('en-US')}`]),
    ...(maxLength === undefined ? [] : [`up to ${maxLength.toLocaleString('en-US')} characters`]),
  ];
  return [type === undefined ? 'any value' : kindWords[type], ...bounds].join(' ');
}

const kindWords = {
  string: 'text',
  number: 'a number',
  integer: 'a whole number',
  boolean: 'yes or no',
  array: 'a list',
  object: 'an object',
} as const satisfies Record<NonNullable<PartSchema['type']>, string>;

function defaultOf({ default: value }: PartSchema): string {
  if (value === undefined || value === '') return 'nothing';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  return Array.isArray(value) && value.length === 0 ? 'none' : String(value);
}
