import { Box, Card, CardContent, Typography } from '@mui/material';
import { baseProperties, type Field } from '#schemas/resource/resource.ts';
import { useDescribed } from './described.tsx';
import { FieldGrid } from './FieldGrid.tsx';
import { FieldInput } from './inputs.tsx';
import { ShownField } from './shown.tsx';
import { useMaySet, useVisible } from './visible.ts';

type Mode = 'new' | 'edit' | 'read';

/** All fields of a resource that the person may see, in the sections that its schema names. */
export function RecordFields({ mode }: { mode: Mode }) {
  const { resource } = useDescribed();
  const isVisible = useVisible();
  const maySet = useMaySet();
  const fields = resource.fields.filter(
    (field) =>
      !(field.name in baseProperties) && isVisible(field) && isIn(mode, field) && (mode !== 'new' || maySet(field)),
  );
  return (
    <Box sx={{ display: 'grid', gap: 2 }}>
      {sectionsOf(fields).map(({ section, members }) => (
        <Card key={section} component="section">
          <CardContent>
            {section === '' ? null : (
              <Typography variant="h2" sx={{ mb: 2 }}>
                {section}
              </Typography>
            )}
            <FieldGrid fields={members}>{(field) => <RecordField field={field} mode={mode} />}</FieldGrid>
          </CardContent>
        </Card>
      ))}
    </Box>
  );
}

/** A field of the record itself, so that the resource may have its own way with it. */
function RecordField({ field, mode }: { field: Field; mode: Mode }) {
  const { override } = useDescribed();
  const maySet = useMaySet();
  if (mode === 'read' || field.property.readOnly || !maySet(field)) {
    return <ShownField field={field} source={field.name} shown={override.cells?.[field.name]} />;
  }
  const Input = override.inputs?.[field.name] ?? FieldInput;
  return <Input field={field} source={field.name} />;
}

/** The server's own values are not there yet while a record is made; what is only written is never there to be read. */
const isIn = (mode: Mode, { property }: Field) => (mode === 'new' ? !property.readOnly : !property.writeOnly);

/** Sections in the order in which the schema first names them; what is in none comes first. */
function sectionsOf(fields: Field[]): { section: string; members: Field[] }[] {
  const sectionOf = ({ property }: Field) => property['x-admin']?.section ?? '';
  return [...new Set(['', ...fields.map(sectionOf)])]
    .map((section) => ({ section, members: fields.filter((field) => sectionOf(field) === section) }))
    .filter(({ members }) => members.length > 0);
}
