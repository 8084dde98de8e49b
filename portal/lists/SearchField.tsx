import { useEffect, useRef, useState } from 'react';
import { Icon } from '../look/Icon.tsx';
import styles from './SearchField.module.css';

/** spec 9: what is typed counts when no key follows for this long. */
const debounce = 500;

/** Searches while one types; Enter does so at once. */
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
  const told = useRef(value);
  const tell = useRef(onSearch);
  tell.current = onSearch;
  if (value !== told.current) {
    // The address changed by itself: a step back, a link.
    told.current = value;
    setText(value);
  }
  useEffect(() => {
    if (text === told.current) return;
    const timer = setTimeout(() => {
      told.current = text;
      tell.current(text);
    }, debounce);
    return () => clearTimeout(timer);
  }, [text]);
  const searchNow = () => {
    told.current = text;
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
