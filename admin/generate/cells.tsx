import Check from '@mui/icons-material/Check';
import { Typography } from '@mui/material';
import { ReferenceField, useRecordContext } from 'react-admin';
import type { Kind } from '#schemas/resource/kind.ts';
import { resourceNamed } from './catalogue.ts';
import type { FieldComponent, FieldProps } from './override.ts';
import { say, sayDateTime } from './said.ts';
import { valueAt } from './value-at.ts';

/** The value of a field in the record around. */
export function useFieldValue(source: string): unknown {
  return valueAt(useRecordContext(), source);
}

/** The value in one line, cut off where the column ends. */
export function Said({ field, source, widest = '18ch' }: FieldProps & { widest?: string }) {
  const words = say(useFieldValue(source), field.property);
  return (
    <Typography
      variant="inherit"
      component="span"
      noWrap
      title={words}
      sx={{ display: 'block', maxWidth: { xs: widest, xl: '36ch' } }}
    >
      {words}
    </Typography>
  );
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

/** The end of an address tells as much as its beginning. */
const Address: FieldComponent = (props) => <Said {...props} widest="32ch" />;

/** The other record by its name. Who may not read it sees its id. */
export function Referred({ field, source }: FieldProps) {
  const target = resourceNamed(field.property['x-ref'] ?? '');
  if (!target) return <Said field={field} source={source} />;
  return (
    <Typography
      variant="inherit"
      component="span"
      noWrap
      sx={{ display: 'block', maxWidth: { xs: '15ch', xl: '30ch' } }}
    >
      <ReferenceField reference={target.path} source={source} link={false} emptyText="" />
    </Typography>
  );
}

/** How each kind of property looks in a list. */
export const cells = {
  text: Said,
  longText: Said,
  markdown: Said,
  email: Address,
  dateTime: Moment,
  number: Numeric,
  integer: Numeric,
  boolean: YesOrNothing,
  enum: Said,
  reference: Referred,
  list: Said,
  object: Said,
  map: Said,
} satisfies Record<Kind, FieldComponent>;
