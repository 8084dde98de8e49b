import { type Theme, useMediaQuery } from '@mui/material';
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
  return useHasRoom() || filters.length === 0 ? null : <FilterButton filters={inputs} />;
}

function useFilters(names: string[]) {
  const { resource } = useDescribed();
  return filtersOf(resource, names, useHasRoom());
}

const useHasRoom = () => useMediaQuery<Theme>((theme) => theme.breakpoints.up('md'), { noSsr: true });
