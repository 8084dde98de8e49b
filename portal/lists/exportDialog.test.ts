import { describe, expect, it } from 'vitest';
import { createCsvRowCounter } from './ExportDialog.tsx';

const bytes = (text: string) => new TextEncoder().encode(text);

describe('the row counter of a CSV export', () => {
  it('counts rows without the header, wherever the chunks are split', () => {
    const count = createCsvRowCounter();
    expect(count(bytes('Name,City\r'))).toBe(0);
    expect(count(bytes('\nBakery,Aus'))).toBe(0);
    expect(count(bytes('tin\r\nBrewery,Reno\r\n'))).toBe(2);
  });

  it('ignores line breaks and escaped quotes inside a quoted value', () => {
    expect(createCsvRowCounter()(bytes('Name\r\n"Two\r\nlines, ""quoted"""\r\nOne\r\n'))).toBe(2);
  });
});
