import FilterList from '@mui/icons-material/FilterList';
import { Box, Button, Menu, MenuItem } from '@mui/material';
import { type MouseEvent, useState } from 'react';
import { useListContext } from 'react-admin';
import type { Field } from '#schemas/resource/resource.ts';
import { lazyComponent } from '../../frame/lazy-component.tsx';
import { useVisible } from '../field-access.ts';
import { useResourceScreen } from '../resource-screen.tsx';
import { type Condition, filterFields, parseCondition, serializeCondition } from './conditions.ts';
import { FilterChip } from './FilterChip.tsx';
import { SearchBox } from './SearchBox.tsx';

const FilterEditor = lazyComponent(async () => (await import('./FilterEditor.tsx')).FilterEditor, { isDialog: true });

/** Search box and filter chips of a list: chips for active and standing filters, all others in a menu. */
export function FilterBar({ named, own }: { named: string[]; own: Field[] }) {
  const { resource } = useResourceScreen();
  const { filterValues, filter, setFilters } = useListContext();
  const isVisible = useVisible();
  const [edited, setEdited] = useState<{ field: Field; anchor: HTMLElement }>();
  const [menu, setMenu] = useState<HTMLElement>();
  const fields = filterFields(resource, named).filter(
    (field) => isVisible(field) && !Object.hasOwn(filter ?? {}, field.name),
  );
  const activeCondition = (name: string) => parseCondition(filterValues[name]);
  const chips = [...own, ...fields.filter(({ name }) => named.includes(name) || activeCondition(name))];
  const others = fields.filter((field) => !chips.includes(field));
  const applyFilter = ({ name }: Field, condition: Condition | undefined) => {
    const { [name]: _before, ...rest } = filterValues;
    setFilters(condition ? { ...rest, [name]: serializeCondition(condition) } : rest);
    setEdited(undefined);
  };
  const edit = (field: Field) => (event: MouseEvent<HTMLElement>) => setEdited({ field, anchor: event.currentTarget });
  return (
    <Box role="search" sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1, mb: 1 }}>
      {resource.search.length > 0 ? <SearchBox /> : null}
      {chips.map((field) => (
        <FilterChip
          key={field.name}
          field={field}
          condition={activeCondition(field.name)}
          onEdit={edit(field)}
          onRemove={() => applyFilter(field, undefined)}
        />
      ))}
      {others.length > 0 ? (
        <Button
          size="small"
          color="inherit"
          startIcon={<FilterList />}
          aria-haspopup="menu"
          aria-expanded={menu !== undefined}
          onClick={(event) => setMenu(event.currentTarget)}
        >
          {chips.length > 0 ? 'More filters' : 'Filter'}
        </Button>
      ) : null}
      <Menu open={menu !== undefined} anchorEl={menu ?? null} onClose={() => setMenu(undefined)}>
        {others.map((field) => (
          <MenuItem
            key={field.name}
            dense
            onClick={() => {
              if (menu) setEdited({ field, anchor: menu });
              setMenu(undefined);
            }}
          >
            {field.label}
          </MenuItem>
        ))}
      </Menu>
      {edited ? (
        <FilterEditor
          field={edited.field}
          anchor={edited.anchor}
          condition={activeCondition(edited.field.name)}
          onApply={(condition) => applyFilter(edited.field, condition)}
          onClose={() => setEdited(undefined)}
        />
      ) : null}
    </Box>
  );
}
