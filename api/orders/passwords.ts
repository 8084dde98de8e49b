import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import type { Form } from '#schemas/forms/form.ts';
import { isRecord } from '#schemas/forms/is-record.ts';
import { mapPasswords } from '#schemas/forms/passwords.ts';
import type { JsonMap } from '#schemas/generated/types.ts';

const prefix = 'sealed:1:';
const algorithm = 'aes-256-gcm';
const lengths = { key: 32, nonce: 12, tag: 16 };

/** Passwords in form data: stored sealed, open only to whoever reads the one order (design 7). */
export interface Passwords {
  /** The data with every password sealed; one that `before` holds already keeps its seal, so that it is no change. */
  seal(form: Form, data: JsonMap, before?: JsonMap): JsonMap;
  /** A value with whatever is sealed in it open; text that only looks sealed stays as it is. */
  open<T>(value: T): T;
}

/** Seals with a key of its own that is made of the product's secret. */
export function passwordsWith(secretKey: string): Passwords {
  const key = Buffer.from(hkdfSync('sha256', secretKey, '', 'order passwords', lengths.key));
  const opened = (text: string) => openText(key, text);
  return {
    seal(form, data, before = {}) {
      if (!form.widgets.some(({ type }) => type === 'password_input')) return data;
      const known = new Map(sealedIn(before).map((sealed) => [opened(sealed), sealed]));
      return mapPasswords(form, data, (text) => {
        const isSealed = opened(text) !== text;
        return isSealed ? text : (known.get(text) ?? sealText(key, text));
      });
    },
    open: (value) => withTexts(value, opened),
  };
}

/** A value in which no password can be read, such as a version's patch. */
export const withoutPasswords = <T>(value: T): T => withTexts(value, () => '');

function sealText(key: Buffer, text: string): string {
  const nonce = randomBytes(lengths.nonce);
  const cipher = createCipheriv(algorithm, key, nonce);
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return prefix + Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64url');
}

function openText(key: Buffer, text: string): string {
  if (!text.startsWith(prefix)) return text;
  const bytes = Buffer.from(text.slice(prefix.length), 'base64url');
  if (bytes.length < lengths.nonce + lengths.tag) return text;
  const decipher = createDecipheriv(algorithm, key, bytes.subarray(0, lengths.nonce));
  decipher.setAuthTag(bytes.subarray(lengths.nonce, lengths.nonce + lengths.tag));
  try {
    const open = decipher.update(bytes.subarray(lengths.nonce + lengths.tag));
    return Buffer.concat([open, decipher.final()]).toString('utf8');
  } catch {
    // Written by a person, or sealed under another secret: what can not be opened is left as it is.
    return text;
  }
}

function sealedIn(value: unknown): string[] {
  if (typeof value === 'string') return value.startsWith(prefix) ? [value] : [];
  if (value === null || typeof value !== 'object') return [];
  return Object.values(value).flatMap(sealedIn);
}

/** The same value, itself where nothing in it begins as a sealed text does. */
function withTexts<T>(value: T, change: (text: string) => string): T;
function withTexts(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === 'string') return value.startsWith(prefix) ? change(value) : value;
  if (Array.isArray(value)) return sealedIn(value).length > 0 ? value.map((each) => withTexts(each, change)) : value;
  if (!isRecord(value) || sealedIn(value).length === 0) return value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, withTexts(each, change)]));
}
