import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { isRecord } from '#schemas/forms/is-record.ts';
import { deriveKey } from '../../platform/secrets/secrets.ts';

const prefix = 'sealed:1:';
const algorithm = 'aes-256-gcm';
const lengths = { nonce: 12, tag: 16 };

let key: Buffer | undefined;
/** Stored (encrypted) form of each opened value. */
const stored = new WeakMap<object, object>();

/** Sets the encryption key, derived from the product's secret key. */
export function setSealingKey(secretKey: string): void {
  key = deriveKey('order passwords', secretKey);
}

/**
 * Decrypts all sealed texts in a value (field-level encryption with AES-256-GCM). Text that only looks sealed is
 * returned as it is.
 */
export function openSealed<T>(value: T): T {
  const open = withTexts(value, openText);
  if (open !== value && isObject(open) && isObject(value)) stored.set(open, value);
  return open;
}

/** The stored form of an opened value, so that an unchanged value keeps its ciphertext. */
export function sealedForm<T extends object>(value: T): T;
export function sealedForm(value: object): object {
  return stored.get(value) ?? value;
}

/**
 * Returns a function that seals a text. A text that `before` already contains keeps its ciphertext, so that it does not
 * count as a change.
 */
export function sealPreserving(before: unknown): (text: string) => string {
  const known = new Map(sealedIn(before).map((sealed) => [openText(sealed), sealed]));
  return (text) => (openText(text) === text ? (known.get(text) ?? sealText(text)) : text);
}

/** A copy of a value with every sealed text replaced by an empty string. */
export const redactSealed = <T>(value: T): T => withTexts(value, () => '');

/** Encrypts a whole value as JSON, for a property that is never queried by its content. */
export const sealWhole = (value: unknown) => ({ sealed: sealText(JSON.stringify(value)) });

/** Decrypts what `sealWhole` returned. Any other value is returned as it is. */
export function openWhole(value: unknown): unknown {
  if (!isRecord(value) || typeof value.sealed !== 'string') return value;
  const text = openText(value.sealed);
  return text === value.sealed ? value : JSON.parse(text);
}

/** Encrypts a text. Throws before `setSealingKey` has set the key. */
export function sealText(text: string): string {
  if (!key) throw new Error('setSealingKey must be called before anything is sealed');
  const nonce = randomBytes(lengths.nonce);
  const cipher = createCipheriv(algorithm, key, nonce);
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return prefix + Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64url');
}

function openText(text: string): string {
  if (!key || !text.startsWith(prefix)) return text;
  const bytes = Buffer.from(text.slice(prefix.length), 'base64url');
  if (bytes.length < lengths.nonce + lengths.tag) return text;
  const decipher = createDecipheriv(algorithm, key, bytes.subarray(0, lengths.nonce));
  decipher.setAuthTag(bytes.subarray(lengths.nonce, lengths.nonce + lengths.tag));
  try {
    const open = decipher.update(bytes.subarray(lengths.nonce + lengths.tag));
    return Buffer.concat([open, decipher.final()]).toString('utf8');
  } catch {
    // Either a user typed this text, or it was sealed with another secret key. Return it as it is.
    return text;
  }
}

function sealedIn(value: unknown): string[] {
  if (typeof value === 'string') return value.startsWith(prefix) ? [value] : [];
  return isObject(value) ? Object.values(value).flatMap(sealedIn) : [];
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

/** Maps the sealed texts in a value. Returns the same object when there are none. */
function withTexts<T>(value: T, change: (text: string) => string): T;
function withTexts(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === 'string') return value.startsWith(prefix) ? change(value) : value;
  if (Array.isArray(value)) return sealedIn(value).length > 0 ? value.map((each) => withTexts(each, change)) : value;
  if (!isRecord(value) || sealedIn(value).length === 0) return value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, withTexts(each, change)]));
}
