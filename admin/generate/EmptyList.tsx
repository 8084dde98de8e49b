import { Box, Typography } from '@mui/material';
import { ListNoResults, useListContext } from 'react-admin';
import { useResourceScreen } from './resource-screen.tsx';

/** Empty state of a list; shows 'no results' instead if filters are set. */
export function EmptyList() {
  const { resource } = useResourceScreen();
  const { filterValues } = useListContext();
  if (Object.keys(filterValues).length > 0) return <ListNoResults />;
  return (
    <Box sx={{ p: 3 }}>
      <Typography>Nothing here yet.</Typography>
      {resource.schema.description ? (
        <Typography color="text.secondary">{resource.schema.description}</Typography>
      ) : null}
    </Box>
  );
}
