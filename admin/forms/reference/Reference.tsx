import { Box, Typography } from '@mui/material';
import { useAuthenticated } from 'react-admin';
import { reference } from '#grammar/index.ts';
import { configSchemas, metaSchema, type PartSchema } from '#schemas/generated/widgets.ts';
import { PageHead } from '../../frame/PageHead.tsx';
import { Part } from '../../frame/Part.tsx';
import { Rows } from '../../status/StatusPart.tsx';
import { helpOf } from '../designer/property-list.ts';
import { paletteTypes, propertyWords } from '../designer/words.ts';

/**
 * Reference for form authors: the rules language and the properties of each widget type. Generated from grammar and
 * schemas.
 */
export function Reference() {
  useAuthenticated();
  const { words, helpers, messages, limits } = reference();
  const bounds = Object.entries(limits).map(([name, limit]) => ({ name: propertyWords(name), limit }));
  return (
    <>
      <PageHead title="Reference for form authors" />
      <Box sx={{ display: 'grid', gap: 2, maxWidth: 960 }}>
        <Part title="Words of the rules language">
          <Rows
            title="Words"
            heads={['Word', 'What it does']}
            rows={words.map((each) => ({
              key: each.help,
              cells: [<Code key="words" texts={each.words} />, each.help],
            }))}
          />
        </Part>
        <Part title="Helpers">
          <Typography variant="body2">Behind a value and a colon: $lines:length.</Typography>
          <Rows
            title="Helpers"
            heads={['Helper', 'Of', 'What it gives']}
            rows={helpers.map(({ name, takes, help }) => ({
              key: name,
              cells: [<Code key="name" texts={[`:${name}`]} />, takes, help],
            }))}
          />
        </Part>
        <Part title="What the language says">
          <Rows
            title="Messages"
            heads={['Kind', 'Message']}
            rows={messages.map(({ severity, text }) => ({ key: text, cells: [propertyWords(severity), text] }))}
          />
        </Part>
        <Part title="How much a script may be and do">
          <Rows
            title="Limits"
            heads={['What', 'At most']}
            rows={bounds.map(({ name, limit }) => ({ key: name, cells: [name, limit.toLocaleString('en-US')] }))}
          />
        </Part>
        <Part title="What all widgets have">
          <Properties title="All widgets" schema={metaSchema} />
        </Part>
        {paletteTypes.map((type) => (
          <Part key={type} title={propertyWords(type)}>
            <Properties title={propertyWords(type)} schema={configSchemas[type]} helpOf={(key) => helpOf(type, key)} />
          </Part>
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
    <Rows
      title={`Properties: ${title}`}
      heads={['Property', 'Takes', 'If not said', 'What it does']}
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
