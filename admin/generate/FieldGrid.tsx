import Add from '@mui/icons-material/Add';
import { Box, Button } from '@mui/material';
import type { ReactNode } from 'react';
import { useSimpleFormIterator } from 'react-admin';
import type { PropertyKind } from '#schemas/resource/kind.ts';
import type { Field } from '#schemas/resource/resource.ts';

const widths = {
  text: 'half',
  longText: 'full',
  markdown: 'full',
  email: 'half',
  phone: 'half',
  colour: 'half',
  date: 'half',
  money: 'half',
  dateTime: 'half',
  number: 'half',
  integer: 'half',
  boolean: 'half',
  enum: 'half',
  reference: 'half',
  list: 'full',
  object: 'full',
  map: 'full',
} satisfies Record<PropertyKind, 'half' | 'full'>;

/** The width of each kind in a row of a list, in pixels, so that a typical value is never cut. Wider rows grow it. */
const rowWidths = {
  text: 160,
  longText: 240,
  markdown: 240,
  email: 200,
  phone: 160,
  colour: 140,
  date: 170,
  money: 140,
  dateTime: 230,
  number: 120,
  integer: 120,
  boolean: 120,
  enum: 150,
  reference: 220,
  list: 240,
  object: 320,
  map: 320,
} satisfies Record<PropertyKind, number>;

/** An input in a row of a list. Rows wrap when they do not fit. */
export function RowCell({ kind, children }: { kind: PropertyKind; children: ReactNode }) {
  // On phones the fields of a row are below each other.
  return <Box sx={{ flex: { sm: `1 1 ${rowWidths[kind]}px` }, minWidth: 0 }}>{children}</Box>;
}

/** Responsive two-column grid of fields; long kinds take the full width. */
export function FieldGrid({ fields, children }: { fields: Field[]; children: (field: Field) => ReactNode }) {
  return (
    <Box
      sx={{ display: 'grid', gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'repeat(2, minmax(0, 1fr))' }, gap: 2 }}
    >
      {fields.map((field) => (
        <Box key={field.name} sx={{ gridColumn: widths[field.kind] === 'full' ? '1 / -1' : undefined, minWidth: 0 }}>
          {children(field)}
        </Box>
      ))}
    </Box>
  );
}

/** Adds a row with the default values of its fields. */
export function AddRow({ fields }: { fields: Field[] }) {
  const { add } = useSimpleFormIterator();
  const defaults = Object.fromEntries(
    fields.flatMap(({ name, property }) => (property.default === undefined ? [] : [[name, property.default]])),
  );
  return (
    <Button size="small" startIcon={<Add />} onClick={() => add(defaults)}>
      Add
    </Button>
  );
}
