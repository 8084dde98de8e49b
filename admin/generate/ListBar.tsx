import { Box, type Theme, useMediaQuery } from '@mui/material';
import { ColumnsButton, FilterButton, ListToolbar } from 'react-admin';
import { useDescribed } from './described.tsx';
import { filtersOf } from './filters.tsx';

interface ListBarProps {
  /** The fields to filter by. */
  filters: string[];
  /** Where the choice of columns is kept. */
  storeKey: string;
}

/** Search, filters and columns of a list; on narrow windows the filters come when asked for. */
export function ListBar({ filters, storeKey }: ListBarProps) {
  const { resource } = useDescribed();
  const isWide = useMediaQuery<Theme>((theme) => theme.breakpoints.up('md'), { noSsr: true });
  return (
    <ListToolbar
      filters={filtersOf(resource, filters, isWide)}
      actions={
        <Box sx={{ display: 'flex', alignItems: 'center', justifyContent: 'flex-end' }}>
          {filters.length > 0 && !isWide ? <FilterButton /> : null}
          <ColumnsButton storeKey={storeKey} />
        </Box>
      }
    />
  );
}
