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
  const { filterValues, filter, setFilters } = useListContext();
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
    const rest = Object.fromEntries(Object.entries(filterValues).filter(([key]) => !isEnded(key)));
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

/** How long the search waits for the next key; milliseconds. */
const searchDelay = 500;

/**
 * Search box of a list. Searches while typing (debounced) and follows changes from elsewhere, such as a saved view. It
 * reads the other filters when the search begins: react-admin's own debounce would restore those of the last
 * key.
 */
function SearchBox() {
  const { filterValues, setFilters } = useListContext();
  const currentQuery = typeof filterValues.q === 'string' ? filterValues.q : '';
  const [text, setText] = useState(currentQuery);
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    // The list follows with a delay, so do not overwrite the text while it has focus.
    if (input.current !== document.activeElement) setText(currentQuery);
  }, [currentQuery]);
  const search = useEffectEvent(() => {
    if (text === currentQuery) return;
    const { q: _before, ...rest } = filterValues;
    setFilters(text === '' ? rest : { ...rest, q: text });
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: each change of the text starts the delay anew.
  useEffect(() => {
    const timer = setTimeout(search, searchDelay);
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
