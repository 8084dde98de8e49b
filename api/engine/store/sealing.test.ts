import { afterAll, describe, expect, it, vi } from 'vitest';
import {
  openSealed,
  openWhole,
  redactSealed,
  resealed,
  sealedForm,
  sealPreserving,
  sealText,
  sealWhole,
  setSealingKeys,
  unreadableTexts,
} from './sealing.ts';

setSealingKeys(['a secret of the tests, 32 characters long at least']);
const seal = sealPreserving(null);

describe('sealed (encrypted) text', () => {
  const sealed = { pin: seal('four words, Grüße'), rows: [{ pin: seal('another') }, { note: 'plain' }], count: 2 };

  it('is opened at any depth, and the opened value maps back to the stored one', () => {
    const open = openSealed(sealed);
    expect(open).toEqual({ pin: 'four words, Grüße', rows: [{ pin: 'another' }, { note: 'plain' }], count: 2 });
    expect(sealedForm(open)).toBe(sealed);
    expect(JSON.stringify(sealed)).not.toContain('words');
  });

  it('is replaced by an empty text for readers without access', () => {
    expect(redactSealed(sealed)).toEqual({ pin: '', rows: [{ pin: '' }, { note: 'plain' }], count: 2 });
  });

  it('keeps its ciphertext when it is sealed again, and equal texts get different ciphertexts', () => {
    const resealer = sealPreserving(sealed);
    expect([resealer('another'), resealer('four words, Grüße')]).toEqual([sealed.rows[0]?.pin, sealed.pin]);
    expect(resealer(sealed.pin)).toBe(sealed.pin);
    expect(seal('another')).not.toBe(sealed.rows[0]?.pin);
  });

  it('leaves a value without sealed text as the same object', () => {
    const plain = { a: 'x', rows: ['y', { z: 1 }] };
    expect(openSealed(plain)).toBe(plain);
    expect(sealedForm(plain)).toBe(plain);
  });

  it.each(['sealed:1:', 'sealed:1:short', `sealed:1:${'A'.repeat(60)}`, `${seal('cut off').slice(0, -6)}`])(
    'leaves text that only looks sealed as it is: %s',
    (text) => {
      expect(openSealed({ text, list: [text] })).toEqual({ text, list: [text] });
    },
  );
});

describe('after a change of the key, a sealed text', () => {
  const [old, current] = ['the earlier key of this test, long enough', 'the current key of this test, long enough'];
  const only = (...keys: string[]) => setSealingKeys(keys);
  afterAll(() => only('a secret of the tests, 32 characters long at least'));

  it('is opened with an earlier key, is sealed again with the current one, and then opens without the earlier one', () => {
    only(old);
    const value = { rows: [{ pin: sealText('four words') }], note: 'plain' };
    only(current, old);
    const open = openSealed(value);
    expect(open).toEqual({ rows: [{ pin: 'four words' }], note: 'plain' });
    const again = resealed(value);
    expect(sealedForm(open)).toEqual(again);
    // Equal ciphertexts stay equal, and a second rotation changes nothing.
    expect(resealed(value)).toEqual(again);
    expect(resealed(again)).toBe(again);
    expect(unreadableTexts(again)).toBe(0);
    only(current);
    expect(openSealed(again)).toEqual(open);
    expect(openSealed(value)).toBe(value);
    expect(unreadableTexts(value)).toBe(1);
  });
});

describe('a value sealed as a whole', () => {
  it.each([[{ status: 201, body: { id: 'x' } }], [['a', null]], ['text'], [null]])('is restored to %j', (value) => {
    const stored = sealWhole(value);
    expect(openWhole(stored)).toEqual(value);
    expect(JSON.stringify(stored)).not.toContain('status');
  });

  it.each([[{ other: 1 }], ['text'], [null], [{ sealed: 'by hand' }]])(
    'leaves a value that was not sealed as it is: %j',
    (value) => {
      expect(openWhole(value)).toBe(value);
    },
  );
});

it('sealing throws and opening returns the text as it is before the secret is set', async () => {
  vi.resetModules();
  const early = await import('./sealing.ts');
  expect(() => early.sealWhole(1)).toThrow('setSealingKeys must be called before anything is sealed');
  const text = seal('four words');
  expect(early.openSealed({ text })).toEqual({ text });
});
