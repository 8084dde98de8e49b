import { expect, it } from 'vitest';
import { fileSizeError, fileTypeError, imageTypes } from './fileValidation.ts';

const csv = { types: '.csv,.txt,text/csv', words: 'a CSV file' };

it.each([
  ['rows.csv', 'application/vnd.ms-excel', csv],
  ['ROWS.CSV', '', csv],
  ['rows', 'text/csv', csv],
  ['logo.png', 'image/png', imageTypes],
  ['logo', '', imageTypes],
  ['anything.exe', 'application/x-msdownload', undefined],
])('accepts %s of type "%s"', (name, type, accepted) => {
  expect(fileTypeError({ name, type }, accepted)).toBeUndefined();
});

it.each([
  ['rows.xlsx', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', csv, 'Choose a CSV file.'],
  ['rows', '', csv, 'Choose a CSV file.'],
  ['drawing.svg', 'image/svg+xml', imageTypes, 'Choose an image'],
])('rejects %s of type "%s" and says what is accepted', (name, type, accepted, words) => {
  expect(fileTypeError({ name, type }, accepted)).toContain(words);
});

it.each([
  [0, 'The file is empty'],
  [2 ** 20, undefined],
  [2 ** 20 + 1, 'This file is too large (1 MiB). The limit is 1 MiB.'],
  [3 * 2 ** 20, 'This file is too large (3 MiB). The limit is 1 MiB.'],
])('with a limit of 1 MiB, %i bytes give the message %s', (size, words) => {
  expect(fileSizeError({ size }, 2 ** 20)).toBe(words);
});
