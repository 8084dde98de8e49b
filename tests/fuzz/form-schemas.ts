import fc from 'fast-check';
import { configSchemas, metaSchema } from '#schemas/generated/widgets.ts';
import { randomPrograms } from '#tests/rules/interpreter/programs.ts';
import { hostileKeys, mutateJson } from './mutate-json.ts';
import { type SchemaKeywords, valuesOfSchema } from './values-of-schema.ts';

/** Only few keys, so that scripts refer to existing fields, fields collide, and data match both. */
const keys = ['a', 'b', 'c', 'd', 'lines', 'group', 'when', 'a1', 'A_', ''];

const key = fc.oneof({ weight: 9, arbitrary: fc.constantFrom(...keys) }, fc.constantFrom(...hostileKeys));

const script = fc.oneof(
  { weight: 4, arbitrary: fc.constant('') },
  {
    weight: 6,
    arbitrary: fc.constantFrom(
      ...['$a > 2', '$b', '$a + $b', 'this', 'index == 0', '$lines:length', '$group.a * 2', 'now', '3 days', '$when'],
      ...[
        'if this < 5 { reject because "Too few" }',
        'reject $a',
        'each $line of $lines { reject $line.a }',
        '$a:text',
      ],
      ...['$client.name', '$order.status == "DRAFT"', '$user.email', '$channel', '[$a, $b]', 'each $lines { $a += 1 }'],
      'let $sum = 0 each $line of $lines { $sum += $line.a } if $sum > 3 { reject $lines because "Sum " + $sum }',
    ),
  },
  { weight: 1, arbitrary: randomPrograms },
);

const { initialValue } = configSchemas.text_input.properties ?? {};
/** Properties of a widget that hold more than its schema says. */
const own = new Map<SchemaKeywords | undefined, fc.Arbitrary<unknown>>([
  [metaSchema.properties?.key, key],
  [metaSchema.properties?.conditionalScript, script],
  [metaSchema.properties?.validationScript, script],
  [initialValue?.properties?.value, fc.oneof(script, fc.jsonValue({ maxDepth: 2 }))],
]);

type Tie = (name: 'widget' | 'container') => fc.Arbitrary<unknown>;

/** Generates a widget of a type from its schemas. */
function widgetOf(type: string, config: SchemaKeywords, tie: Tie): fc.Arbitrary<unknown> {
  const special = (schema: SchemaKeywords) =>
    own.get(schema) ?? (schema['x-widget'] ? tie(schema['x-widget'] === 'any' ? 'widget' : 'container') : undefined);
  return fc.record(
    { type: fc.constant(type), meta: valuesOfSchema(metaSchema, special), config: valuesOfSchema(config, special) },
    { requiredKeys: ['type'], noNullPrototype: true },
  );
}

const { container } = fc.letrec<{ widget: unknown; container: unknown }>((tie) => {
  const all = Object.entries(configSchemas).map(([type, config]) => widgetOf(type, config, tie));
  const leaf = widgetOf('text_input', configSchemas.text_input, tie);
  return {
    widget: fc.oneof({ maxDepth: 5, depthIdentifier: 'form' }, leaf, ...all),
    container: fc.oneof(
      { maxDepth: 5, depthIdentifier: 'form' },
      fc.constant({ type: 'container' }),
      widgetOf('container', configSchemas.container, tie),
    ),
  };
});

/**
 * Generates forms with every widget type nested in each other, from the schemas of the widgets; most can be saved, some
 * cannot.
 */
const forms: fc.Arbitrary<unknown> = fc.record({ version: fc.constant(1), root: container }, { noNullPrototype: true });

/** What a client may send as a form. */
export const formSchemas: fc.Arbitrary<unknown> = fc.oneof(forms, mutateJson(forms)).map(sent);

const row = fc.dictionary(fc.constantFrom('_id', ...keys), fc.jsonValue({ maxDepth: 1 }), { noNullPrototype: true });

/** Generates data for such a form: values of its fields' kinds, and arbitrary ones. */
export const formData: fc.Arbitrary<unknown> = mutateJson(
  fc.dictionary(
    fc.constantFrom(...keys),
    fc.oneof(
      fc.constantFrom<unknown>(1, -3.5, '1,200.5', '$ 7', 'yes', true, '2026-11-24', '9:05 PM', ['x', 'x'], null),
      fc.array(row, { maxLength: 3 }),
      row,
      fc.jsonValue({ maxDepth: 2 }),
    ),
    { noNullPrototype: true },
  ),
).map(sent);

/** Round-trips through JSON as a network would: no shared references, no -0. */
function sent(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value));
}
