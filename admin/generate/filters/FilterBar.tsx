import Close from '@mui/icons-material/Close';
import FilterList from '@mui/icons-material/FilterList';
import Search from '@mui/icons-material/Search';
import { Box, Button, ButtonGroup, InputAdornment, Menu, MenuItem, TextField } from '@mui/material';
import { type MouseEvent, useEffect, useEffectEvent, useRef, useState } from 'react';
import { RecordContextProvider, ReferenceField, useListContext } from 'react-admin';
import type { Field } from '#schemas/resource/resource.ts';
import { lazyComponent } from '../../frame/lazy-component.tsx';
import { resourceByName } from '../catalogue.ts';
import { useVisible } from '../field-access.ts';
import { useResourceScreen } from '../resource-screen.tsx';
import {
  type Condition,
  describeCondition,
  filterFields,
  itemOf,
  notWords,
  operatorsOf,
  parseCondition,
  serializeCondition,
} from './conditions.ts';

const FilterEditor = lazyComponent(async () => (await import('./FilterEditor.tsx')).FilterEditor, { isDialog: true });

/** Search box and filter chips of a list: chips for active and standing filters, all others in a menu. */
export function FilterBar({ named, own }: { named: string[]; own: Field[] }) {
  const { resource, override } = useResourceScreen();
  const { filterValues, filter } = useListContext();
  const changeFilters = useChangeFilters();
  const isVisible = useVisible();
  const [edited, setEdited] = useState<{ field: Field; anchor: HTMLElement }>();
  const [menu, setMenu] = useState<HTMLElement>();
  const fields = filterFields(resource, named).filter(
    (field) => isVisible(field) && !Object.hasOwn(filter ?? {}, field.name),
  );
  const activeCondition = (field: Field) => parseCondition(field, filterValues[field.name]);
  const chips = [...own, ...fields.filter((field) => named.includes(field.name) || activeCondition(field))];
  const others = fields.filter((field) => !chips.includes(field));
  const applyFilter = ({ name }: Field, condition: Condition | undefined) => {
    // Further fields, which are inside a map, end with the filter that they depend on.
    const isEnded = (key: string) => key === name || (name === override.furtherFields?.filter && key.includes('.'));
    changeFilters((now) => {
      const rest = Object.fromEntries(Object.entries(now).filter(([key]) => !isEnded(key)));
      return condition ? { ...rest, [name]: serializeCondition(condition) } : rest;
    });
    setEdited(undefined);
  };
  const edit = (field: Field) => (event: MouseEvent<HTMLElement>) => setEdited({ field, anchor: event.currentTarget });
  return (
    <Box role="search" sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1, mb: 1 }}>
      {resource.search.length > 0 ? <SearchBox onSearch={changeFilters} /> : null}
      {chips.map((field) => (
        <FilterChip
          key={field.name}
          field={field}
          condition={activeCondition(field)}
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
          offered={own.includes(edited.field) ? ['is'] : operatorsOf(edited.field)}
          condition={activeCondition(edited.field)}
          onApply={(condition) => applyFilter(edited.field, condition)}
          onClose={() => setEdited(undefined)}
        />
      ) : null}
    </Box>
  );
}

type Filters = Record<string, unknown>;
type ChangeFilters = (change: (now: Filters) => Filters) => void;

/**
 * Changes the list's filters from their latest values. react-admin renders new filters some time after `setFilters`, and
 * each call replaces all of them: of two changes shortly after one another the second would undo the first.
 */
function useChangeFilters(): ChangeFilters {
  const { filterValues, setFilters } = useListContext();
  const latest = useRef<Filters>(filterValues);
  useEffect(() => {
    latest.current = filterValues;
  }, [filterValues]);
  return (change) => {
    latest.current = change(latest.current);
    setFilters(latest.current);
  };
}

/** How long the search waits for the next key; milliseconds. */
const searchDelay = 500;

/**
 * Search box of a list. Searches while typing and follows changes from elsewhere, such as a saved view. It has a delay of
 * its own: react-admin's debounce would restore the other filters as they were at the last key.
 */
function SearchBox({ onSearch }: { onSearch: ChangeFilters }) {
  const { filterValues } = useListContext();
  const currentQuery = typeof filterValues.q === 'string' ? filterValues.q : '';
  const [text, setText] = useState(currentQuery);
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    // The list follows with a delay, so do not overwrite the text while it has focus.
    if (input.current !== document.activeElement) setText(currentQuery);
  }, [currentQuery]);
  const search = useEffectEvent((typed: string) => {
    if (typed === currentQuery) return;
    onSearch(({ q: _before, ...rest }) => (typed === '' ? rest : { ...rest, q: typed }));
  });
  useEffect(() => {
    const timer = setTimeout(() => search(text), searchDelay);
    return () => clearTimeout(timer);
  }, [text]);
  return (
    <TextField
      type="search"
      size="small"
      placeholder="Search"
      value={text}
      inputRef={input}
      onChange={(event) => setText(event.target.value)}
      slotProps={{
        htmlInput: { 'aria-label': 'Search' },
        input: {
          startAdornment: (
            <InputAdornment position="start">
              <Search fontSize="small" />
            </InputAdornment>
          ),
        },
      }}
      sx={{ width: { xs: '100%', sm: 240 }, m: 0 }}
    />
  );
}

interface FilterChipProps {
  field: Field;
  condition: Condition | undefined;
  onEdit: (event: MouseEvent<HTMLElement>) => void;
  onRemove: () => void;
}

/** Filter chip: a press edits the filter, the cross removes it. */
function FilterChip({ field, condition, onEdit, onRemove }: FilterChipProps) {
  if (!condition) {
    return (
      <Button size="small" color="inherit" aria-haspopup="dialog" onClick={onEdit} sx={{ ...chip, ...inactiveChip }}>
        {field.label}
      </Button>
    );
  }
  return (
    <ButtonGroup size="small" color="inherit" sx={chip}>
      <Button aria-haspopup="dialog" onClick={onEdit}>
        <span style={{ overflow: 'hidden', textOverflow: 'ellipsis' }}>
          <span>{field.label}</span>: <strong>{conditionText(field, condition)}</strong>
        </span>
      </Button>
      <Button aria-label={`Remove filter: ${field.label}`} onClick={onRemove} sx={{ minWidth: 32, px: 0.5 }}>
        <Close fontSize="inherit" />
      </Button>
    </ButtonGroup>
  );
}

const chip = { maxWidth: '36ch', whiteSpace: 'nowrap', fontWeight: 400, bgcolor: 'var(--surface-raised)' };
const inactiveChip = { border: '1px dashed var(--border)', color: 'text.secondary' };

/** References show the names of their records. */
function conditionText(field: Field, condition: Condition) {
  const target = resourceByName(itemOf(field).property['x-ref'] ?? '');
  const { operator, values = [] } = condition;
  if (!target || (operator !== 'is' && operator !== 'not')) return describeCondition(field, condition);
  const first = operator === 'not' ? `${notWords(values)} ` : '';
  return values.map((id, index) => (
    <RecordContextProvider key={String(id)} value={{ id: String(id), value: id }}>
      <span>{index > 0 ? ' or ' : first}</span>
      {id === null ? (
        <span>empty</span>
      ) : (
        <ReferenceField reference={target.path} source="value" link={false} sx={{ display: 'inline' }} />
      )}
    </RecordContextProvider>
  ));
}
