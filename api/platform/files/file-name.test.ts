import { describe, expect, it } from 'vitest';
import { sanitizeFileName } from './file-name.ts';

describe('sanitizeFileName', () => {
  it.each([
    ['logo.png', 'logo.png'],
    ['../../etc/passwd', 'passwd'],
    ['C:\\Users\\Ann\\plan.xlsx', 'plan.xlsx'],
    ['..', 'file'],
    ['', 'file'],
    ['.htaccess', 'htaccess'],
    ['  two   words .txt ', 'two words .txt'],
    ['a\u0000b\r\nc.txt', 'abc.txt'],
    ['bill\u202efdp.exe', 'billfdp.exe'],
    ['\ud800x.txt', 'x.txt'],
    ['Cafe\u0301.txt', 'Café.txt'],
    ['企画書 👩‍💻.pdf', '企画書 👩‍💻.pdf'],
  ])('converts %j to %j', (given, expected) => {
    expect(sanitizeFileName(given)).toBe(expected);
  });

  it('truncates a name of 300 characters to 200 including its extension', () => {
    expect(sanitizeFileName(`${'名'.repeat(296)}.pdf`)).toBe(`${'名'.repeat(196)}.pdf`);
  });
});
