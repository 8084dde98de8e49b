import { describe, expect, it } from 'vitest';
import { mimeTypeOf } from './mime-type.ts';

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const zip = Buffer.from('504b03040a0000000000000000000000000000000000000000000100000061', 'hex');

describe('mimeTypeOf', () => {
  it.each([
    ['photo.png', png, 'image/png'],
    ['photo.txt', png, 'image/png'],
    ['offer.pdf', '%PDF-1.7\n1 0 obj\n', 'application/pdf'],
    ['logo.svg', '<?xml version="1.0"?>\n<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>', 'image/svg+xml'],
    ['logo.png', '<svg xmlns="http://www.w3.org/2000/svg"/>', 'image/svg+xml'],
    ['logo.svg', 'just words', 'text/plain'],
    ['photo.png', '\ufeff  <!-- x --><!DOCTYPE html><script>1</script>', 'text/html'],
    ['page.html', 'no markup yet', 'text/html'],
    ['rows.csv', 'BMW,GmbH\n1,2\n', 'text/csv'],
    ['rows.csv', Buffer.from('Caf\xe9;1\n', 'latin1'), 'text/csv'],
    ['notes.txt', 'plain words', 'text/plain'],
    ['notes', 'plain words', 'text/plain'],
    ['plan.docx', zip, 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'],
    ['plan.png', zip, 'application/zip'],
    ['thing.png', Buffer.from([0, 1, 2, 3]), 'application/octet-stream'],
  ])('detects the type of %s by its bytes (case %#)', async (name, bytes, type) => {
    expect(await mimeTypeOf({ head: Buffer.from(bytes), name })).toBe(type);
  });
});
