import { Box, Card, CardContent } from '@mui/material';
import { fieldNamed } from './catalogue.ts';
import { ReadOnlyField } from './read-only.tsx';
import { useResourceScreen } from './resource-screen.tsx';

/** Card with a record's metadata: created, updated, id and the resource's own links. */
export function RecordMetadata() {
  const { resource, override } = useResourceScreen();
  const { metadataLinks: Facts } = override;
  return (
    <Card>
      <CardContent>
        <Box sx={{ display: 'grid', gap: 1.5 }}>
          {['createdAt', 'updatedAt', 'id'].map((name) => (
            <ReadOnlyField key={name} field={fieldNamed(resource, name)} source={name} />
          ))}
          {Facts ? <Facts /> : null}
        </Box>
      </CardContent>
    </Card>
  );
}
