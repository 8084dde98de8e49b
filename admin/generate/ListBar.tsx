import { Box, type Theme, useMediaQuery } from '@mui/material';
import { FilterButton, FilterForm } from 'react-admin';
import { useDescribed } from './described.tsx';
import { filtersOf } from './filters.tsx';

/** Search and filters of a list in one line; on narrow windows the filters come when asked for. */
export function ListBar({ filters }: { filters: string[] }) {
  return <FilterForm filters={useFilters(filters)} />;
}

/** Asks for a filter where there is no room for all of them. */
export function AskForFilter({ filters }: { filters: string[] }) {
  const inputs = useFilters(filters);
  if (useHasRoom() || filters.length === 0) return null;
  // The server keeps a list's views; react-admin's own way keeps them on this device.
  return (
    <Box sx={{ '& .add-filter': { color: 'inherit' } }}>
      <FilterButton filters={inputs} disableSaveQuery />
    </Box>
  );
}

function useFilters(names: string[]) {
  const { resource } = useDescribed();
  return filtersOf(resource, names, useHasRoom());
}

const useHasRoom = () => useMediaQuery<Theme>((theme) => theme.breakpoints.up('md'), { noSsr: true });
