import Check from '@mui/icons-material/Check';
import { Box, Typography } from '@mui/material';
import { type ReactNode, useContext } from 'react';
import { ListContext, ReferenceField } from 'react-admin';
import type { PropertyKind } from '#schemas/resource/kind.ts';
import type { Field } from '#schemas/resource/resource.ts';
import { expandedRecords } from '../provider/expansions.ts';
import { AttachmentsCell } from './attachments/Attachments.tsx';
import { countWithNoun, inaccessibleText, isAttachmentField, recordName, resourceByName } from './catalogue.ts';
import { formatDateTime, formatValue } from './format-value.ts';
import type { FieldComponent, FieldProps } from './override.ts';
import { useFieldValue } from './useFieldValue.ts';

/** Right-aligns numbers, so that digits line up. */
export const alignOf = ({ kind }: Field): 'left' | 'right' =>
  ['number', 'integer', 'money'].includes(kind) ? 'right' : 'left';

/** One line of text that is truncated to the column's width, so that no column pushes another out. */
export function TruncatedLine({
  title,
  minWidth = '0',
  children,
}: {
  title?: string;
  minWidth?: string;
  children: ReactNode;
}) {
  return (
    <Box component="span" sx={{ display: 'grid', gridTemplateColumns: `minmax(${minWidth}, max-content)` }}>
      <Typography variant="inherit" component="span" noWrap title={title} sx={{ maxWidth: '48ch' }}>
        {children}
      </Typography>
    </Box>
  );
}

/** The value as text on one line. */
export function TextCell({ field, source }: FieldProps) {
  const words = formatValue(useFieldValue(source), field.property);
  // A part of a phone number is useless.
  const isWhole = field.property['x-expects'] === 'phone';
  return (
    <TruncatedLine title={words} {...(isWhole ? { minWidth: 'max-content' } : {})}>
      {words}
    </TruncatedLine>
  );
}

function MomentCell({ source }: { source: string }) {
  const value = useFieldValue(source);
  if (typeof value !== 'string') return null;
  return (
    <time dateTime={value} style={{ whiteSpace: 'nowrap', fontVariantNumeric: 'tabular-nums' }}>
      {formatDateTime(value)}
    </time>
  );
}

function Numeric({ field, source }: FieldProps) {
  return (
    <span style={{ fontVariantNumeric: 'tabular-nums', whiteSpace: 'nowrap' }}>
      {formatValue(useFieldValue(source), field.property)}
    </span>
  );
}

function YesOrNothing({ source }: FieldProps) {
  return useFieldValue(source) === true ? <Check fontSize="small" titleAccess="Yes" /> : null;
}

/** Color swatch with its code. */
function ColourCell({ source }: FieldProps) {
  const value = useFieldValue(source);
  if (typeof value !== 'string' || value === '') return null;
  return (
    <Box component="span" sx={{ display: 'inline-flex', alignItems: 'center', gap: 1 }}>
      <Box component="span" sx={{ width: 16, height: 16, border: 1, borderColor: 'divider', bgcolor: value }} />
      <span>{value}</span>
    </Box>
  );
}

/** Name of the referenced record, which comes with the rows of a list. */
function ReferenceCell({ field, source }: FieldProps) {
  const target = resourceByName(field.property['x-ref'] ?? '');
  const list = useContext(ListContext);
  const id = useFieldValue(source);
  if (!target) return <TextCell field={field} source={source} />;
  if (isAttachmentField(field.property)) return <AttachmentsCell field={field} source={source} />;
  const records = expandedRecords(list?.meta, target.path);
  if (records) {
    const found = records.find((record) => record.id === id);
    // A newly added column has no records until the refetch is done.
    const name = found ? recordName(target, found) : list?.isPlaceholderData || !id ? '' : inaccessibleText(target);
    return <TruncatedLine title={name}>{name}</TruncatedLine>;
  }
  return (
    // Minimum width, since the name arrives after the row.
    <TruncatedLine minWidth="12ch">
      <ReferenceField reference={target.path} source={source} link={false} emptyText="" />
    </TruncatedLine>
  );
}

function Several({ field, source }: FieldProps) {
  const value = useFieldValue(source);
  const target = resourceByName(field.property.items?.['x-ref'] ?? '');
  if (!Array.isArray(value) || !target) return <TextCell field={field} source={source} />;
  return <TruncatedLine>{value.length > 0 ? countWithNoun(target, value.length) : ''}</TruncatedLine>;
}

/** List cell for each kind of property. */
export const cells = {
  text: TextCell,
  longText: TextCell,
  markdown: TextCell,
  email: TextCell,
  phone: TextCell,
  colour: ColourCell,
  date: Numeric,
  dateTime: MomentCell,
  number: Numeric,
  integer: Numeric,
  money: Numeric,
  boolean: YesOrNothing,
  enum: TextCell,
  reference: ReferenceCell,
  list: Several,
  object: TextCell,
  map: TextCell,
} satisfies Record<PropertyKind, FieldComponent>;
