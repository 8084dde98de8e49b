import { Box, Card, CardContent } from '@mui/material';
import { fieldNamed } from './catalogue.ts';
import { useDescribed } from './described.tsx';
import { ShownField } from './shown.tsx';

/** Card with a record's metadata: created, updated, id and the resource's own links. */
export function RecordFacts() {
  const { resource, override } = useDescribed();
  const { facts: Facts } = override;
  return (
    <Card>
      <CardContent>
        <Box sx={{ display: 'grid', gap: 1.5 }}>
          {['createdAt', 'updatedAt', 'id'].map((name) => (
            <ShownField key={name} field={fieldNamed(resource, name)} source={name} />
          ))}
          {Facts ? <Facts /> : null}
        </Box>
      </CardContent>
    </Card>
  );
}
