import { describe, expect, it, vi } from 'vitest';
import { asStored, openSealed, openWhole, sealer, sealWhole, sealWith, withoutSealed } from './sealing.ts';

sealWith('a secret of the tests, 32 characters long at least');
const seal = sealer(null);

describe('what is sealed', () => {
  const sealed = { pin: seal('four words, Grüße'), rows: [{ pin: seal('another') }, { note: 'plain' }], count: 2 };

  it('is opened wherever it stands, and known as it was stored', () => {
    const open = openSealed(sealed);
    expect(open).toEqual({ pin: 'four words, Grüße', rows: [{ pin: 'another' }, { note: 'plain' }], count: 2 });
    expect(asStored(open)).toBe(sealed);
    expect(JSON.stringify(sealed)).not.toContain('words');
  });

  it('is left out whole for whoever must not read it', () => {
    expect(withoutSealed(sealed)).toEqual({ pin: '', rows: [{ pin: '' }, { note: 'plain' }], count: 2 });
  });

  it('keeps its seal when it is sealed again, and no two texts have the same', () => {
    const again = sealer(sealed);
    expect([again('another'), again('four words, Grüße')]).toEqual([sealed.rows[0]?.pin, sealed.pin]);
    expect(again(sealed.pin)).toBe(sealed.pin);
    expect(seal('another')).not.toBe(sealed.rows[0]?.pin);
  });

  it('is what is as it was where nothing is', () => {
    const plain = { a: 'x', rows: ['y', { z: 1 }] };
    expect(openSealed(plain)).toBe(plain);
    expect(asStored(plain)).toBe(plain);
  });

  it.each(['sealed:1:', 'sealed:1:short', `sealed:1:${'A'.repeat(60)}`, `${seal('cut off').slice(0, -6)}`])(
    'but only looks so, %s, stays as it is',
    (text) => {
      expect(openSealed({ text, list: [text] })).toEqual({ text, list: [text] });
    },
  );
});

describe('a value that is sealed whole', () => {
  it.each([[{ status: 201, body: { id: 'x' } }], [['a', null]], ['text'], [null]])('comes back as %j', (value) => {
    const stored = sealWhole(value);
    expect(openWhole(stored)).toEqual(value);
    expect(JSON.stringify(stored)).not.toContain('status');
  });

  it.each([[{ other: 1 }], ['text'], [null], [{ sealed: 'by hand' }]])('and what was not stays: %j', (value) => {
    expect(openWhole(value)).toBe(value);
  });
});

it('nothing is sealed, and nothing opened, before the secret is told', async () => {
  vi.resetModules();
  const early = await import('./sealing.ts');
  expect(() => early.sealWhole(1)).toThrow('Nothing is sealed before sealWith has told the secret');
  const text = seal('four words');
  expect(early.openSealed({ text })).toEqual({ text });
});
