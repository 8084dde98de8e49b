import { Box, Link, Table, TableBody, TableCell, TableHead, TableRow, Typography } from '@mui/material';
import { RecordContextProvider } from 'react-admin';
import type { Property } from '#schemas/generated/vocabulary.ts';
import { type PropertyKind, propertyKindOf } from '#schemas/resource/kind.ts';
import { baseProperties, type Field, fieldsOf } from '#schemas/resource/resource.ts';
import { Attachments } from './attachments/Attachments.tsx';
import { isAttachmentField, resourceByName } from './catalogue.ts';
import { alignOf, cells, TextCell } from './cells.tsx';
import { FieldGrid } from './FieldGrid.tsx';
import { formatValue } from './format-value.ts';
import type { FieldComponent, FieldProps } from './override.ts';
import { ReferenceLink } from './ReferenceLink.tsx';
import { useFieldValue } from './useFieldValue.ts';

interface ShownFieldProps extends FieldProps {
  /** The resource's override. */
  shown?: FieldComponent | undefined;
  hasLabel?: boolean;
}

/** Read-only value with its label. */
export function ReadOnlyField({ field, source, shown = kinds[field.kind], hasLabel = true }: ShownFieldProps) {
  const Shown = shown;
  return (
    <Box sx={{ minWidth: 0 }}>
      {hasLabel ? (
        <Typography variant="caption" component="div" color="text.secondary">
          {field.label}
        </Typography>
      ) : null}
      <Shown field={field} source={source} />
    </Box>
  );
}

/** Shows a dash for an empty value. */
export function TextOrDash({ text }: { text: string }) {
  if (text === '') return <Typography color="text.secondary">—</Typography>;
  return <Typography sx={{ overflowWrap: 'anywhere' }}>{text}</Typography>;
}

function Line({ field, source }: FieldProps) {
  return <TextOrDash text={formatValue(useFieldValue(source), field.property)} />;
}

function Telephone({ source }: FieldProps) {
  const value = useFieldValue(source);
  if (typeof value !== 'string' || value === '') return <TextOrDash text="" />;
  return <Link href={`tel:${value.replace(/[^\d+]/g, '')}`}>{value}</Link>;
}

function Paragraphs({ field, source }: FieldProps) {
  const text = formatValue(useFieldValue(source), field.property);
  if (text === '') return <TextOrDash text="" />;
  return <Typography sx={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>{text}</Typography>;
}

function LinkedRecord({ field, source }: FieldProps) {
  const value = useFieldValue(source);
  const target = resourceByName(field.property['x-ref'] ?? '');
  if (value === null || value === undefined) return <TextOrDash text="" />;
  if (!target) return <TextCell field={field} source={source} />;
  if (isAttachmentField(field.property)) return <Attachments field={field} source={source} />;
  return <ReferenceLink reference={target.path} source={source} />;
}

function Json({ source }: FieldProps) {
  const value = useFieldValue(source);
  if (value === null || value === undefined) return <TextOrDash text="" />;
  return (
    <Box
      component="pre"
      tabIndex={0}
      aria-label="JSON"
      sx={{ m: 0, p: 1.5, maxHeight: 320, overflow: 'auto', bgcolor: 'background.default', fontSize: 13 }}
    >
      {JSON.stringify(value, null, 2)}
    </Box>
  );
}

function ObjectFields({ field, source }: FieldProps) {
  return (
    <Box sx={{ pl: 2, borderLeft: 2, borderColor: 'divider' }}>
      <FieldGrid fields={fieldsOf(field.property, field.name)}>
        {(inner) => <ReadOnlyField field={inner} source={`${source}.${inner.name}`} />}
      </FieldGrid>
    </Box>
  );
}

function Items({ field, source }: FieldProps) {
  const value = useFieldValue(source);
  const items = field.property.items;
  if (!Array.isArray(value) || value.length === 0 || !items) return <TextOrDash text="" />;
  const kind = propertyKindOf(items, `${field.name}/items`);
  if (kind === 'object') return <ItemTable items={items} values={value} label={field.label} />;
  if (isAttachmentField(items)) return <Attachments field={field} source={source} />;
  if (kind === 'reference') return <ItemLinks items={items} values={value} />;
  if (kind === 'map' || kind === 'list') return <Json field={field} source={source} />;
  return <Line field={field} source={source} />;
}

function ItemTable({ items, values, label }: { items: Property; values: unknown[]; label: string }) {
  const fields = fieldsOf(items, label).filter(
    ({ name, property }) => !(name in baseProperties) && property['x-admin']?.widget !== 'hidden',
  );
  return (
    <Box tabIndex={0} role="region" aria-label={label} sx={{ overflowX: 'auto' }}>
      <Table size="small">
        <TableHead>
          <TableRow>
            {fields.map((field) => (
              <TableCell key={field.name} align={alignOf(field)}>
                {field.label}
              </TableCell>
            ))}
          </TableRow>
        </TableHead>
        <TableBody>
          {values.map((value) => (
            <RecordContextProvider key={JSON.stringify(value)} value={Object(value)}>
              <TableRow>
                {fields.map((field) => (
                  <TableCell key={field.name} align={alignOf(field)}>
                    <ItemCell field={field} />
                  </TableCell>
                ))}
              </TableRow>
            </RecordContextProvider>
          ))}
        </TableBody>
      </Table>
    </Box>
  );
}

function ItemCell({ field }: { field: Field }) {
  const Cell = cells[field.kind];
  return <Cell field={field} source={field.name} />;
}

function ItemLinks({ items, values }: { items: Property; values: unknown[] }) {
  const target = resourceByName(items['x-ref'] ?? '');
  if (!target) return <TextOrDash text={values.join(', ')} />;
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 2 }}>
      {values.map((value) => (
        <RecordContextProvider key={String(value)} value={{ id: String(value), value }}>
          <ReferenceLink reference={target.path} source="value" />
        </RecordContextProvider>
      ))}
    </Box>
  );
}

/** Read-only display for each kind of property on a record's page. */
const kinds = {
  text: Line,
  longText: Paragraphs,
  markdown: Paragraphs,
  email: Line,
  phone: Telephone,
  colour: cells.colour,
  date: Line,
  dateTime: cells.dateTime,
  number: Line,
  integer: Line,
  money: Line,
  boolean: Line,
  enum: Line,
  reference: LinkedRecord,
  list: Items,
  object: ObjectFields,
  map: Json,
} satisfies Record<PropertyKind, FieldComponent>;
