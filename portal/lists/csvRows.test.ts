import { describe, expect, it } from 'vitest';
import { csvRows } from './csvRows.ts';

const bytes = (text: string) => new TextEncoder().encode(text);

describe('the rows of a CSV', () => {
  it('are counted without the head, however the bytes are cut', () => {
    const count = csvRows();
    expect(count(bytes('Name,City\r'))).toBe(0);
    expect(count(bytes('\nBakery,Aus'))).toBe(0);
    expect(count(bytes('tin\r\nBrewery,Reno\r\n'))).toBe(2);
  });

  it('may hold lines and quotes', () => {
    expect(csvRows()(bytes('Name\r\n"Two\r\nlines, ""quoted"""\r\nOne\r\n'))).toBe(2);
  });
});
