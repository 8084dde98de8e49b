import { useEffect, useRef, useState } from 'react';
import { Icon } from '../look/Icon.tsx';
import styles from './SearchField.module.css';

/** spec 9: debounce of the search input, in milliseconds. */
const debounce = 500;

/** A search input: debounced while typing, immediate on Enter. */
export function SearchField({
  label,
  value,
  onSearch,
}: {
  label: string;
  value: string;
  onSearch: (text: string) => void;
}) {
  const [text, setText] = useState(value);
  const lastSearch = useRef(value);
  const latestOnSearch = useRef(onSearch);
  latestOnSearch.current = onSearch;
  if (value !== lastSearch.current) {
    // The URL changed without typing, for example through Back or a link.
    lastSearch.current = value;
    setText(value);
  }
  useEffect(() => {
    if (text === lastSearch.current) return;
    const timer = setTimeout(() => {
      lastSearch.current = text;
      latestOnSearch.current(text);
    }, debounce);
    return () => clearTimeout(timer);
  }, [text]);
  const searchNow = () => {
    lastSearch.current = text;
    onSearch(text);
  };
  return (
    <search className={styles.search}>
      <Icon name="search" size={16} />
      <input
        type="search"
        className={styles.input}
        aria-label={label}
        placeholder={label}
        value={text}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') searchNow();
        }}
      />
    </search>
  );
}
