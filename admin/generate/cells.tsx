import Check from '@mui/icons-material/Check';
import { Box, Typography } from '@mui/material';
import { type ReactNode, useContext } from 'react';
import { ListContext, ReferenceField } from 'react-admin';
import type { PropertyKind } from '#schemas/resource/kind.ts';
import type { Field } from '#schemas/resource/resource.ts';
import { cameAlong } from '../provider/populated.ts';
import { AttachedCell } from './attachments/Attached.tsx';
import { amountOf, isAttached, nameOf, resourceNamed } from './catalogue.ts';
import type { FieldComponent, FieldProps } from './override.ts';
import { useFieldValue } from './useFieldValue.ts';
import { say, sayDateTime } from './value-text.ts';

/** Right-aligns numbers, so that digits line up. */
export const alignOf = ({ kind }: Field): 'left' | 'right' =>
  ['number', 'integer', 'money'].includes(kind) ? 'right' : 'left';

/** One line of text that is truncated to the column's width, so that no column pushes another out. */
export function OneLine({ title, least = '0', children }: { title?: string; least?: string; children: ReactNode }) {
  return (
    <Box component="span" sx={{ display: 'grid', gridTemplateColumns: `minmax(${least}, max-content)` }}>
      <Typography variant="inherit" component="span" noWrap title={title} sx={{ maxWidth: '48ch' }}>
        {children}
      </Typography>
    </Box>
  );
}

/** The value as text on one line. */
export function Said({ field, source }: FieldProps) {
  const words = say(useFieldValue(source), field.property);
  return <OneLine title={words}>{words}</OneLine>;
}

export function Moment({ source }: { source: string }) {
  const value = useFieldValue(source);
  if (typeof value !== 'string') return null;
  return (
    <time dateTime={value} style={{ whiteSpace: 'nowrap', fontVariantNumeric: 'tabular-nums' }}>
      {sayDateTime(value)}
    </time>
  );
}

function Numeric({ field, source }: FieldProps) {
  return <span style={{ fontVariantNumeric: 'tabular-nums' }}>{say(useFieldValue(source), field.property)}</span>;
}

function YesOrNothing({ source }: FieldProps) {
  return useFieldValue(source) === true ? <Check fontSize="small" titleAccess="Yes" /> : null;
}

/** Color swatch with its code. */
export function Colour({ source }: FieldProps) {
  const value = useFieldValue(source);
  if (typeof value !== 'string' || value === '') return null;
  return (
    <Box component="span" sx={{ display: 'inline-flex', alignItems: 'center', gap: 1 }}>
      <Box component="span" sx={{ width: 16, height: 16, border: 1, borderColor: 'divider', bgcolor: value }} />
      <span>{value}</span>
    </Box>
  );
}

/** Name of the referenced record, which comes with the rows of a list. Shows the id without read access. */
export function Referred({ field, source }: FieldProps) {
  const target = resourceNamed(field.property['x-ref'] ?? '');
  const list = useContext(ListContext);
  const id = useFieldValue(source);
  if (!target) return <Said field={field} source={source} />;
  if (isAttached(field.property)) return <AttachedCell field={field} source={source} />;
  const records = cameAlong(list?.meta, target.path);
  if (records) {
    const found = records.find((record) => record.id === id);
    // A newly added column has no records until the refetch is done.
    const name = found ? nameOf(target, found) : list?.isPlaceholderData ? '' : String(id ?? '');
    return <OneLine title={name}>{name}</OneLine>;
  }
  return (
    // Minimum width, since the name arrives after the row.
    <OneLine least="12ch">
      <ReferenceField reference={target.path} source={source} link={false} emptyText="" />
    </OneLine>
  );
}

function Several({ field, source }: FieldProps) {
  const value = useFieldValue(source);
  const target = resourceNamed(field.property.items?.['x-ref'] ?? '');
  if (!Array.isArray(value) || !target) return <Said field={field} source={source} />;
  return <OneLine>{value.length > 0 ? amountOf(target, value.length) : ''}</OneLine>;
}

/** List cell for each kind of property. */
export const cells = {
  text: Said,
  longText: Said,
  markdown: Said,
  email: Said,
  phone: Said,
  colour: Colour,
  date: Numeric,
  dateTime: Moment,
  number: Numeric,
  integer: Numeric,
  money: Numeric,
  boolean: YesOrNothing,
  enum: Said,
  reference: Referred,
  list: Several,
  object: Said,
  map: Said,
} satisfies Record<PropertyKind, FieldComponent>;
