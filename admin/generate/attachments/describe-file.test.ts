import { expect, it } from 'vitest';
import { describeFile } from './useAttachments.ts';

it.each([
  ['photo.jpeg', 'image/jpeg', 12_345, 'JPEG, 12 KB'],
  ['lease.pdf', 'application/pdf', 2_450_000, 'PDF, 2.5 MB'],
  ['rows.csv', 'text/csv', 20, 'CSV, 0.1 KB'],
  ['plan.docx', 'application/vnd.openxmlformats-officedocument.wordprocessingml.document', 99_000, 'DOCX, 99 KB'],
  ['notes.txt', 'text/plain', 3_000, 'TXT, 3 KB'],
  ['README', 'application/octet-stream', undefined, 'FILE'],
])('describes the file %s of type %s', (name, mimeType, size, words) => {
  expect(describeFile({ name, mimeType, size })).toBe(words);
});
