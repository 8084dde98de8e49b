import { Box, Card, CardContent, Typography } from '@mui/material';
import { type ReactNode, useEffect, useId, useState } from 'react';
import { RecordContextProvider, type Validator } from 'react-admin';
import { useWatch } from 'react-hook-form';
import { type Section, sectionsOf } from '#schemas/resource/back-office.ts';
import { baseProperties, type Field } from '#schemas/resource/resource.ts';
import { FieldGrid } from './FieldGrid.tsx';
import { useMaySet, useVisible } from './field-access.ts';
import { FieldInput } from './inputs.tsx';
import type { FieldProps } from './override.ts';
import { ReadOnlyField } from './read-only.tsx';
import { useResourceScreen } from './resource-screen.tsx';
import { SectionTabs } from './tabs.tsx';

type Mode = 'new' | 'edit' | 'read';

/** All visible fields of a resource, in the sections and tabs of its layout. */
export function RecordFields({ mode }: { mode: Mode }) {
  const { resource } = useResourceScreen();
  const isVisible = useVisible();
  const maySet = useMaySet();
  const fields = resource.fields.filter(
    (field) =>
      !(field.name in baseProperties) && isVisible(field) && isIn(mode, field) && (mode !== 'new' || maySet(field)),
  );
  const sections = sectionsOf(resource, fields);
  const cards = (some: Section[]) =>
    some.map((section) => <SectionCard key={section.fields[0]?.name} section={section} mode={mode} />);
  const tabbed = sections.filter(({ tab }) => tab !== undefined);
  return (
    <Box sx={{ display: 'grid', gap: 2 }}>
      {cards(sections.filter(({ tab }) => tab === undefined))}
      {tabbed.length > 0 ? <SectionTabs sections={tabbed}>{cards}</SectionTabs> : null}
    </Box>
  );
}

function SectionCard({ section, mode }: { section: Section; mode: Mode }) {
  const id = useId();
  const { title, description, fields, rows } = section;
  const each = (field: Field) => <RecordField field={field} mode={mode} />;
  return (
    <Card component="section" {...(title ? { 'aria-labelledby': id } : {})}>
      <CardContent>
        {title ? (
          <Typography variant="h2" id={id} sx={{ mb: description ? 0.5 : 2 }}>
            {title}
          </Typography>
        ) : null}
        {description ? (
          <Typography color="text.secondary" sx={{ mb: 2, maxWidth: '72ch' }}>
            {description}
          </Typography>
        ) : null}
        {rows ? <FieldRows rows={rows}>{each}</FieldRows> : <FieldGrid fields={fields}>{each}</FieldGrid>}
      </CardContent>
    </Card>
  );
}

/** A top-level field, with the resource's override for cell or input. */
function RecordField({ field, mode }: { field: Field; mode: Mode }) {
  const { override } = useResourceScreen();
  const maySet = useMaySet();
  const rules = useRules(field.name);
  if (mode !== 'read' && field.property['x-computed']) return <ComputedField field={field} source={field.name} />;
  if (mode === 'read' || field.property.readOnly || !maySet(field)) {
    return <ReadOnlyField field={field} source={field.name} shown={override.cells?.[field.name]} />;
  }
  const Input = override.inputs?.[field.name] ?? FieldInput;
  return <Input field={field} source={field.name} rules={rules} />;
}

/** New records have no server-computed values yet; write-only fields cannot be read. */
const isIn = (mode: Mode, { property }: Field) =>
  mode === 'new' ? !property.readOnly || property['x-computed'] !== undefined : !property.writeOnly;

interface FieldRowsProps {
  rows: Field[][];
  children: (field: Field) => ReactNode;
}

/** Fields in the rows of a layout; stacked on narrow screens. */
function FieldRows({ rows, children }: FieldRowsProps) {
  return (
    <Box sx={{ display: 'grid', gap: 2 }}>
      {rows.map((row) => (
        <Box
          key={row.map(({ name }) => name).join()}
          sx={{
            display: 'grid',
            gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: `repeat(${row.length}, minmax(0, 1fr))` },
            gap: 2,
          }}
        >
          {row.map((field) => (
            <Box key={field.name} sx={{ minWidth: 0 }}>
              {children(field)}
            </Box>
          ))}
        </Box>
      ))}
    </Box>
  );
}

/** Lazy: loads the rules language only for schemas with scripts. */
const load = () => import('#schemas/resource/record-scripts.ts');

/** If loading fails, the server still validates and computes. */
const ignoreFailure = () => undefined;

/**
 * Returns a validator for a field by the resource's rules (x-rules); undefined without rules. Rules that read hidden or
 * restricted fields are left to the server.
 */
function useRules(name: string): Validator | undefined {
  const { schema } = useResourceScreen().resource;
  if (!schema['x-rules']) return undefined;
  const hidden = schema['x-store']?.hidden ?? [];
  const isKnown = (field: string) => !hidden.includes(field) && !schema.properties[field]?.['x-visible-to'];
  return async (_value: unknown, values: Record<string, unknown>) => {
    const scripts = await load().catch(ignoreFailure);
    if (!scripts) return undefined;
    const { computeProperties, validateRules } = scripts;
    const now = new Date();
    const record = { ...values, ...computeProperties(schema, values, now) };
    return validateRules(schema, record, { now, isKnown }).find(({ path }) => path === `/${name}`)?.message;
  };
}

/** A computed property, recalculated from the form's current values. */
function ComputedField({ field, source }: FieldProps) {
  const { schema } = useResourceScreen().resource;
  const values: Record<string, unknown> = useWatch();
  const [record, setRecord] = useState<Record<string, unknown>>(values);
  useEffect(() => {
    let isMounted = true;
    void load().then(({ computeProperties }) => {
      if (isMounted) setRecord(computeProperties(schema, values, new Date()));
    }, ignoreFailure);
    return () => {
      isMounted = false;
    };
  }, [schema, values]);
  return (
    <RecordContextProvider value={{ id: '', ...record }}>
      <ReadOnlyField field={field} source={source} />
    </RecordContextProvider>
  );
}
