import { strToU8, zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { isZip, zipFault } from './zip-directory.ts';

const archive = (parts: Record<string, Uint8Array>) => Buffer.from(zipSync(parts));
const small = { 'xl/workbook.xml': strToU8('<workbook/>') };

describe('the directory of a zip archive', () => {
  it('of a normal workbook has no fault, also with a comment at its end', () => {
    const bytes = archive(small);
    expect(isZip(bytes)).toBe(true);
    expect(zipFault(bytes)).toBeUndefined();
    expect(zipFault(Buffer.concat([bytes, Buffer.from('comment')]))).toBeUndefined();
  });

  it('is required', () => {
    expect(isZip(Buffer.from('PK,Name\n1,2\n'))).toBe(false);
    const bytes = archive(small);
    expect(zipFault(bytes.subarray(0, -30))).toMatch(/damaged/);
    expect(zipFault(Buffer.from('PK\u0003\u0004abc'))).toMatch(/damaged/);
  });

  it('must not show a zip bomb', () => {
    expect(zipFault(archive({ ...small, bomb: new Uint8Array(12 * 2 ** 20) }))).toMatch(/compressed too much/);
    const many = Object.fromEntries(Array.from({ length: 1_001 }, (_, at) => [`part${at}`, strToU8('x')]));
    expect(zipFault(archive(many))).toMatch(/more than 1,000 parts/);
  });

  it('must not claim more bytes than the limit', () => {
    const bytes = archive(small);
    const entry = bytes.indexOf('PK\u0001\u0002', 0, 'latin1');
    bytes.writeUInt32LE(101 * 2 ** 20, entry + 24);
    expect(zipFault(bytes)).toMatch(/too large/);
  });
});
