import Search from '@mui/icons-material/Search';
import { InputAdornment, TextField } from '@mui/material';
import { useEffect, useRef, useState } from 'react';
import { useListContext } from 'react-admin';

/**
 * Search box of a list. Searches while typing (debounced by react-admin) and follows changes from elsewhere, such as a
 * saved view.
 */
export function SearchBox() {
  const { filterValues, setFilters } = useListContext();
  const currentQuery = typeof filterValues.q === 'string' ? filterValues.q : '';
  const [text, setText] = useState(currentQuery);
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    // The list follows with a delay, so do not overwrite the text while it has focus.
    if (input.current !== document.activeElement) setText(currentQuery);
  }, [currentQuery]);
  const search = (typed: string) => {
    setText(typed);
    const { q: _before, ...rest } = filterValues;
    setFilters(typed === '' ? rest : { ...rest, q: typed }, undefined, true);
  };
  return (
    <TextField
      type="search"
      size="small"
      placeholder="Search"
      value={text}
      inputRef={input}
      onChange={(event) => search(event.target.value)}
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
